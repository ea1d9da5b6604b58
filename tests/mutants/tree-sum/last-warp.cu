// verdict: unsafe - trusts a warp to run in step without a barrier

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];

    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (half >= 32)
            __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
