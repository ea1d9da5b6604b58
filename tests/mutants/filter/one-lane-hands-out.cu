// verdict: missed - lane 0 reads the taps for all, and shuffles are there for the neighbours too
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float a = in[i], b = lane < 16 ? in[i + 32 < (int)(gridDim.x * blockDim.x + 16) ? i + 32 : 0] : 0, sum = 0;
    for (int k = 0; k < 16; k++) {
        float tap = 0;
        if (lane == 0) asm volatile("ld.const.f32 %0, [%1];" : "=f"(tap) : "l"(__cvta_generic_to_constant(taps + k)));
        tap = __shfl_sync(0xffffffff, tap, 0);
        float x = __shfl_sync(0xffffffff, a, (lane + k) % 32), y = __shfl_sync(0xffffffff, b, (lane + k) % 32);
        sum += tap * (lane + k < 32 ? x : y);
    }
    out[i] = sum;
}
