// The last warp adds in six steps without a condition: all of its lanes add, and those whose sums nobody needs too.
__device__ void last_warp(volatile int *w, int t)
{
    int v = w[t];
    v += w[t + 32]; __syncwarp(); w[t] = v; __syncwarp();
    v += w[t + 16]; __syncwarp(); w[t] = v; __syncwarp();
    v += w[t + 8]; __syncwarp(); w[t] = v; __syncwarp();
    v += w[t + 4]; __syncwarp(); w[t] = v; __syncwarp();
    v += w[t + 2]; __syncwarp(); w[t] = v; __syncwarp();
    v += w[t + 1]; __syncwarp(); w[t] = v; __syncwarp();
}
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 32; half /= 2) {
        if (t < half) words[t] += words[t + half];
        __syncthreads();
    }
    if (t < 32) last_warp(words, t);
    if (t == 0) out[blockIdx.x] = words[0];
}
