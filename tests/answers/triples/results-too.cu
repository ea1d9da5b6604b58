// The results go through shared memory as well.
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[384], results[128];
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 3; k++)
        words[k * 128 + t] = in[blockIdx.x * 384 + k * 128 + t];
    __syncthreads();
    results[t] = words[3 * t] * words[3 * t + 1] + words[3 * t + 2];
    __syncthreads();
    out[blockIdx.x * 128 + 127 - t] = results[127 - t];
}
