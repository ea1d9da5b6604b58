#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
__device__ void __syncthreads();
__constant__ int table[4] = {1, 2, -3};
__device__ double offset = 1.5;
__device__ __attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
extern "C" __global__ void kernel(int *in, float *out, int n) {
    __shared__ float tile[16][17];
    int t = __nvvm_read_ptx_sreg_tid_x();
    tile[t & 15][t >> 4] = (float)in[t];
    __syncthreads();
    if (n > 3)
        n = fib(table[t & 3]);
    out[t] = tile[t >> 4][t & 15] * (float)n + offset;
}
