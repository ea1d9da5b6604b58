// The thread of the right word makes the sum, as in many a textbook: fewer and fewer lanes of all warps.
__device__ int place(int i) { return i + i / 32; }

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[544];
    int t = threadIdx.x, first = blockIdx.x * 512;
    for (int k = 0; k < 2; k++) words[place(t + 256 * k)] = in[first + t + 256 * k];
    for (int step = 1; step < 512; step *= 2) {
        __syncthreads();
        int right = 2 * t + 1;
        if ((right + 1) % (2 * step) == 0) words[place(right)] += words[place(right - step)];
    }
    __syncthreads();
    for (int k = 0; k < 2; k++) out[first + t + 256 * k] = words[place(t + 256 * k)];
}
