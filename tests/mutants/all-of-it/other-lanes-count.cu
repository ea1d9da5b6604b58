// verdict: missed - 16 lanes load 8 bytes each, and the others count
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int w[32]; int t = threadIdx.x, s = 0;
    int lane = t % 32, warp = (blockIdx.x * blockDim.x + t) / 32, warps = gridDim.x * blockDim.x / 32, j = 0;
    for (int i = warp * 32; i < n; i += warps * 32) {
        int k = i + 2 * lane;
        if (lane < 16 && k + 1 < n) { int2 q = *(const int2 *)(in + k); s += q.x + q.y; } else if (lane < 16 && k < n) s += in[k];
        for (int z = 0; z < 3; z++) asm volatile("add.s32 %0, %0, 1;" : "+r"(j));
    }

    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (t % 32 == 0) w[t / 32] = s;
    __syncthreads();
    if (t == 0) { for (int k = 1; k < blockDim.x / 32; k++) s += w[k]; atomicAdd(out, s); }
}
