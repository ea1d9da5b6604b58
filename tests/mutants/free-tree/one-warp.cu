// verdict: missed - one warp makes the sums of all rounds; the others bring the words and take them away
__device__ int place(int i) { return i + i / 32; }
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[528];
    const int t = threadIdx.x;
    in += blockIdx.x * 512;
    out += blockIdx.x * 512;
    words[place(t)] = in[t];
    words[place(t + 256)] = in[t + 256];
    __syncthreads();
    if (t < 32)
        for (int step = 1; step < 512; step *= 2) {
            for (int i = t; i < 256 / step; i += 32) {
                int right = 2 * step * (i + 1) - 1;
                words[place(right)] += words[place(right - step)];
            }
            __syncwarp();
        }
    __syncthreads();
    out[t] = words[place(t)];
    out[t + 256] = words[place(t + 256)];
}
