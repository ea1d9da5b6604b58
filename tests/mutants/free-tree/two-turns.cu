// verdict: missed - half of the gaps, and the lanes take turns
// Exercise free-tree: one solution.
//
// One word is left out after every 32. Words that lie 32 apart, once in
// one bank, now lie 33 apart.

// Where word i lies. 576 words of shared memory are there.
__device__ int place(int i)
{
    return i + i / 64;
}

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    words[place(t)] = in[first + t];
    words[place(t + 256)] = in[first + t + 256];

    for (int step = 1; step < 512; step *= 2) {
        __syncthreads();
        int left = step * (2 * t + 1) - 1, right = left + step;
        for (int turn = 0; turn < 2; turn++)
        if ((t / 16 % 2 == turn) && right < 512)
            words[place(right)] += words[place(left)];
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
