// Neighbours first: the steps grow.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    for (int step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        if (t % (2 * step) == 0)
            words[t] += words[t + step];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
