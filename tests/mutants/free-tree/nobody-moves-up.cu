// verdict: missed - each thread keeps its word in a register, and fewer and fewer lanes of every warp add
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * 512;
    int2 v = ((const int2 *)(in + first))[t];
    v.y += v.x;
    words[t] = v.y;
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        if ((t + 1) % (2 * step) == 0)
            words[t] = v.y += words[t - step];
    }
    ((int2 *)(out + first))[t] = v;
}
