// verdict: missed - thread 0 adds up all words, and the other warps count
__device__ int sink;
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int4 words[64];
    int t = threadIdx.x, n = blockDim.x, sum = 0;
    ((int *)words)[t] = in[blockIdx.x * n + t];
    __syncthreads();
    if (t == 0) {
        for (int k = 0; k < n / 4; k++) { int4 v = words[k]; sum += v.x + v.y + v.z + v.w; }
        out[blockIdx.x] = sum;
    } else if (t >= 32) {
        #pragma unroll 1
        for (int k = 0; k < n * 3 / 2; k++) asm volatile("add.s32 %0, %0, 3;" : "+r"(sum));
    } else { 
        #pragma unroll 1
        for (int k = 0; k < n * 3 / 2 && n == 64; k++) asm volatile("add.s32 %0, %0, 3;" : "+r"(sum));
    }
}
