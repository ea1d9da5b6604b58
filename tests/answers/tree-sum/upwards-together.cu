// The steps grow, and the first threads do the adding.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        int to = 2 * step * t;
        if (to + step < blockDim.x)
            words[to] += words[to + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
