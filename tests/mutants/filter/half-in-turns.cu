// verdict: missed - in the second half, odd and even lanes want different taps, and take turns
__constant__ float taps[16];
static __device__ __forceinline__ float tap_of(int k) { float tap; asm volatile("ld.const.f32 %0, [%1];" : "=f"(tap) : "l"(__cvta_generic_to_constant(taps + k))); return tap; }
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = 0; j < 8; j++) sum += tap_of(j) * in[i + j];
    for (int j = 0; j < 8; j++) {
        float tap; int k = 8 + (j + 4 * (lane & 1)) % 8;
        if (lane & 1) tap = tap_of(k); else tap = tap_of(k);
        sum += tap * in[i + k];
    }
    out[i] = sum;
}
