// verdict: missed - shuffles turn four by four numbers; the slab gives each thread back its own words
extern "C" __global__ void turn(const float *a, float *turned, int m, int k)
{
    __shared__ float4 slab[512];
    a += blockIdx.y * 128 * k + blockIdx.x * 16;
    turned += blockIdx.x * 16 * m + blockIdx.y * 128;
    int t = threadIdx.x, p = t & 3, q = t >> 2 & 3;
    for (int h = 0; h < 2; h++) {
        int r = t / 4 + 64 * h;
        float4 v = *(const float4 *)(a + r * k + 4 * p);
        float e[4] = {v.x, v.y, v.z, v.w}, o[4];
#pragma unroll
        for (int s = 0; s < 4; s++) {
            int w = q ^ s;
            float send = w == 0 ? e[0] : w == 1 ? e[1] : w == 2 ? e[2] : e[3];
            float got = __shfl_xor_sync(0xffffffff, send, s << 2);
            if (w == 0) o[0] = got; else if (w == 1) o[1] = got; else if (w == 2) o[2] = got; else o[3] = got;
        }
        slab[t + 256 * h] = make_float4(o[0], o[1], o[2], o[3]);
        __syncwarp();
        *(float4 *)&turned[(4 * p + q) * m + (r & ~3)] = slab[t + 256 * h];
    }
}
