// While a warp's sums stay within its words it waits for itself alone, then for the block.
__device__ int place(int i)
{
    return i + i / 32;
}
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x, first = blockIdx.x * 512, lane = t % 32, base = t / 32 * 64;
    words[place(base + lane)] = in[first + base + lane];
    words[place(base + 32 + lane)] = in[first + base + 32 + lane];
    for (int step = 1; step < 64; step *= 2) {
        __syncwarp();
        int right = (2 * lane + 2) * step - 1;
        if (right < 64)
            words[place(base + right)] += words[place(base + right - step)];
    }
    for (int step = 64; step < 512; step *= 2) {
        __syncthreads();
        int right = (2 * t + 2) * step - 1;
        if (right < 512)
            words[place(right)] += words[place(right - step)];
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
