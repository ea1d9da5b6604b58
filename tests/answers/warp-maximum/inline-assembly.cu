// The rounds in assembly that is volatile, with the lane number from its register.
__device__ int lane_number()
{
    int lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = in[i];
    for (int far = 16; far >= 1; far >>= 1) {
        int other;
        asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(best), "r"(far));
        asm volatile("max.s32 %0, %0, %1;" : "+r"(best) : "r"(other));
    }
    if (lane_number() == 0) out[i / 32] = best;
}
