// verdict: missed - 16 lanes do the work of 32, and all of them count
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out) {
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * blockDim.x + t - lane, junk = t;
    for (int k = 0; k < 400; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    if (lane < 16)
        for (int i = base + lane; i < base + 32; i += 16) {
            float sum = 0;
            for (int k = 0; k < 16; k++) sum += taps[k] * in[i + k];
            out[i] = sum;
        }
}
