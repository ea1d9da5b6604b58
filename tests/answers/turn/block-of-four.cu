// Each thread turns 4 x 4 in registers and stores 16 bytes.
extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ float4 slab[16][32];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    if (threadIdx.x < 128) {
        int group = threadIdx.x / 32 * 8 + threadIdx.x % 8, part = threadIdx.x % 32 / 8;
        float4 r[4];
        for (int j = 0; j < 4; j++)
            r[j] = *(const float4 *)&from[(4 * group + j) * k + 4 * part];
        slab[4 * part][group] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
        slab[4 * part + 1][group] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
        slab[4 * part + 2][group] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
        slab[4 * part + 3][group] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
    }
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    for (int i = threadIdx.x / 32; i < 16; i += 8)
        *(float4 *)&to[i * m + threadIdx.x % 32 * 4] = slab[i][threadIdx.x % 32];
}
