// Each warp goes up a tree over 64 words of its own, and one warp over the eight roots.
__device__ int place(int i) { return i + i / 32; }
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 512, base = t / 32 * 64;
    words[place(base + lane)] = in[first + base + lane];
    words[place(base + lane + 32)] = in[first + base + lane + 32];
    for (int step = 1; step < 64; step *= 2) {
        __syncwarp();
        int right = step * 2 * (lane + 1) - 1;
        if (right < 64) words[place(base + right)] += words[place(base + right - step)];
    }
    __syncthreads();
    if (t < 32) for (int step = 64; step < 512; step *= 2) {
        int right = step * 2 * (t + 1) - 1;
        if (right < 512) words[place(right)] += words[place(right - step)];
        __syncwarp();
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
