// verdict: missed - 8 or 16 lanes copy wide words, the others only count
extern "C" __global__ void scatter(const int *in, int *out, int sectors) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = blockIdx.x * 256;
    int junk = lane;
    for (int k = 0; k < 60; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    if (sectors <= 8) {
        if (lane < 8) {
            int each = 8 / (32 / sectors); // 2 or 1
            int q = sectors == 4 ? warp * 8 + lane : warp / 2 * 16 + lane * 2 + warp % 2;
            ((int4 *)(out + base))[q] = ((const int4 *)(in + base))[q];
        }
    } else if (sectors == 16) {
        if (lane < 16) {
            int q = warp / 4 * 64 + lane * 4 + warp % 4;
            ((int2 *)(out + base))[q] = ((const int2 *)(in + base))[q];
        }
    } else {
        int i = base + lane * 8 + warp;
        out[i] = in[i];
    }
}
