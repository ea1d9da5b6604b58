// verdict: missed - thread 0 makes the sums of the last five rounds alone
__device__ int place(int i) { return i + i / 32; }

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[528];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    words[place(t)] = in[first + t];
    words[place(t + 256)] = in[first + t + 256];
    for (int step = 1; step < 16; step *= 2) {
        __syncthreads();
        int left = step * (2 * t + 1) - 1, right = left + step;
        if (right < 512)
            words[place(right)] += words[place(left)];
    }
    __syncthreads();
    if (t == 0)
        for (int step = 16; step < 512; step *= 2)
            for (int right = 2 * step - 1; right < 512; right += 2 * step)
                words[place(right)] += words[place(right - step)];
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
