// verdict: missed - the sum that one thread alone needs lies in shared memory
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128], sum[128];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    row[t] = in[first + t];
    sum[t] = 0;
    __syncthreads();
    for (int k = 0; k < 8; k++) atomicAdd(&sum[t], weight[k] * row[(t + k) % 128]);
    out[first + t] = sum[t];
}
