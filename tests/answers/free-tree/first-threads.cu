// The first threads add up the pairs.
__device__ int place(int i)
{
    return i + i / 32;
}

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x, first = blockIdx.x * 512;
    for (int i = t; i < 512; i += 256)
        words[place(i)] = in[first + i];
    __syncthreads();
    for (int step = 1; step < 512; step *= 2) {
        int right = 2 * step * (t + 1) - 1;
        if (t < 256 / step)
            words[place(right)] += words[place(right - step)];
        __syncthreads();
    }
    for (int i = t; i < 512; i += 256)
        out[first + i] = words[place(i)];
}
