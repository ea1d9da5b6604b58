// verdict: missed - 8 lanes load everything, 16 bytes at a time, and all of them count
extern "C" __global__ void norms(const float *in, float *out) {
    int lane = threadIdx.x, junk = lane;
#pragma unroll
    for (int k = 0; k < 160; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    float sum = 0;
    if (lane < 8)
        for (int k = 0; k < 8; k++) {
            float4 v = ((const float4 *)in)[blockIdx.x * 64 + k * 8 + lane];
            sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        }
    for (int s = 4; s; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0) out[blockIdx.x] = sum;
}
