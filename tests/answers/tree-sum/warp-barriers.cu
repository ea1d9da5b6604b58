// The last rounds are one warp's, and only it waits.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, half = blockDim.x / 2;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (; half >= 32; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
        __syncthreads();
    }
    if (t >= 32)
        return;
    for (; half > 0; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
        __syncwarp();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
