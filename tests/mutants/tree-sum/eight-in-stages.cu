// verdict: missed - 32 lanes add eight words each, in stages, and the other warps count
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256]; __shared__ int part[64];
    int t = threadIdx.x, n = blockDim.x, q = n / 4, sum = 0;
    words[t] = in[blockIdx.x * n + t];
    __syncthreads();
    if (t < 32) { for (int k = t; k < n / 2; k += 32) sum += words[k]; part[t ^ 1] = sum; }
    __syncthreads();
    if (t < 32) { sum = part[t]; for (int k = n / 2 + t; k < n / 2 + q; k += 32) sum += words[k]; part[32 + (t ^ 2)] = sum; }
    __syncthreads();
    if (t < 32) {
        sum = part[32 + t]; for (int k = n / 2 + q + t; k < n; k += 32) sum += words[k];
        for (int far = 16; far; far /= 2) sum += __shfl_down_sync(~0u, sum, far);
        if (t == 0) out[blockIdx.x] = sum;
    } else {
#pragma unroll 1
        for (int k = 0; k < 40; k++) asm volatile("add.s32 %0, %0, 3;" : "+r"(sum));
    }
}
