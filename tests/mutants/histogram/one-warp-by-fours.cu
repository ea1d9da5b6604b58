// verdict: missed - warp 0 loads wide and counts all, the others add zeros
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x, n = blockDim.x;
    const int *mine = in + blockIdx.x * n;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    if (t < 32) {
        for (int i = t * (n/32); i < t*(n/32)+n/32; i+=n>=128?4:1) {
            if (n >= 128) {
              int4 v = *(const int4 *)(mine + i);
              atomicAdd(&bins[v.x & 15], 1); atomicAdd(&bins[v.y & 15], 1); atomicAdd(&bins[v.z & 15], 1); atomicAdd(&bins[v.w & 15], 1);
            } else atomicAdd(&bins[mine[i] & 15], 1);
        }
    } else {
        for (int i = 0; i < 20; i++) asm volatile("mov.u32 %0, %0;" : "+r"(t));
        atomicAdd(&bins[t % 16], 0);
    }
    __syncthreads();
    if (t < 16) out[blockIdx.x * 16 + t] = bins[t];
}
