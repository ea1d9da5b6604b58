// verdict: missed - lanes want different taps, four at a time, and take turns
__constant__ float4 taps[4];
extern "C" __global__ void filter(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, junk = i;
    float sum = 0;
    for (int k = 0; k < 300; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    for (int j = 0; j < 4; j++) {
        int want = (j + threadIdx.x) % 4;
        float4 tap;
        for (int turn = 0; turn < 4; turn++)
            if (turn == want) {
                unsigned long long at = __cvta_generic_to_constant(taps + turn);
                asm volatile("ld.const.v4.f32 {%0, %1, %2, %3}, [%4];"
                             : "=f"(tap.x), "=f"(tap.y), "=f"(tap.z), "=f"(tap.w)
                             : "l"(at));
            }
        const float *p = in + i + 4 * want;
        sum += tap.x * p[0] + tap.y * p[1] + tap.z * p[2] + tap.w * p[3];
    }
    out[i] = sum;
}
