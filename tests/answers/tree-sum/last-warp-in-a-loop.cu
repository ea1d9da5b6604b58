// The last warp adds with its lanes in order by __syncwarp() alone.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (t < half) words[t] += words[t + half];
    }
    // the last 32 words were written by the lanes of warp 0 (or the block is one warp or less)
    if (t < 32) {
        unsigned mask = blockDim.x >= 32 ? 0xffffffffu : (1u << blockDim.x) - 1;
        volatile int *w = words;
        for (int half = min(16, (int)blockDim.x / 2); half > 0; half /= 2) {
            __syncwarp(mask);
            int v = t < half ? w[t] + w[t + half] : 0;
            __syncwarp(mask);
            if (t < half) w[t] = v;
        }
        if (t == 0) out[blockIdx.x] = w[0];
    }
}
