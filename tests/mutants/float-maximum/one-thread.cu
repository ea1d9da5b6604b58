// verdict: missed - one thread looks through all the numbers
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float words[256];
    __shared__ int best;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    words[t] = in[i];
    __syncthreads();
    if (t == 0) {
        float most = words[0];
        for (int k = 1; k < blockDim.x; k++)
            most = fmaxf(most, words[k]);
        atomicExch(&best, __float_as_int(most));
    }
    __syncthreads();
    out[i] = __int_as_float(best);
}
