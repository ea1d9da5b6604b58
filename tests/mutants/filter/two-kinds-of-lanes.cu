// verdict: missed - odd and even lanes want different taps, and take turns
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 16; j++) {
        float tap, x;
        int k = (j + 8 * (threadIdx.x & 1)) % 16;
        if (threadIdx.x & 1)
            asm volatile("ld.const.f32 %0, [%1];" : "=f"(tap) : "l"(__cvta_generic_to_constant(taps + k)));
        else
            asm volatile("ld.const.f32 %0, [%1];" : "=f"(tap) : "l"(__cvta_generic_to_constant(taps + k)));
        x = in[i + k];
        sum += tap * x;
    }
    out[i] = sum;
}
