// verdict: missed - block 0 does the work of all

// Where word i lies. 576 words of shared memory are there.
__device__ int place(int i)
{
    return i + i / 32;
}

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    words[place(t)] = in[first + t];
    words[place(t + 256)] = in[first + t + 256];

    for (int step = 1; step < 512; step *= 2) {
        __syncthreads();
        int left = step * (2 * t + 1) - 1, right = left + step;
        if (right < 512)
            words[place(right)] += words[place(left)];
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
#undef blockIdx

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
