// Eight sums are folded together: each step halves how many a lane holds.
extern "C" __global__ void norms(const float *in, float *out) {
    float v[8];
    int lane = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + lane];
        v[k] = x * x;
    }
#pragma unroll
    for (int h = 4; h; h /= 2)
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (k < h) {
                bool up = lane & h;
                float give = up ? v[k] : v[k + h], keep = up ? v[k + h] : v[k];
                v[k] = keep + __shfl_xor_sync(0xffffffff, give, h);
            }
    float s = v[0];
    for (int m = 16; m >= 8; m /= 2) s += __shfl_xor_sync(0xffffffff, s, m);
    for (int m = 4; m; m /= 2) s += __shfl_xor_sync(0xffffffff, s, m);
    if (lane == 0) out[blockIdx.x] = s;
}
