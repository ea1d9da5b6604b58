// Half of the warps turn patches of 4 x 4 in registers, the other half writes them.
extern "C" __global__ void turn(const float *a, float *turned, int m, int k)
{
    __shared__ float4 slab[512];
    a += blockIdx.y * 128 * k + blockIdx.x * 16;
    turned += blockIdx.x * 16 * m + blockIdx.y * 128;
    int t = threadIdx.x, u = t % 128;
    int p = u % 4, q = u / 4;
    if (t < 128) {
        float4 v[4];
#pragma unroll
        for (int r = 0; r < 4; r++)
            v[r] = *(const float4 *)&a[(4 * q + r) * k + 4 * p];
        slab[t] = make_float4(v[0].x, v[1].x, v[2].x, v[3].x);
        slab[t + 128] = make_float4(v[0].y, v[1].y, v[2].y, v[3].y);
        slab[t + 256] = make_float4(v[0].z, v[1].z, v[2].z, v[3].z);
        slab[t + 384] = make_float4(v[0].w, v[1].w, v[2].w, v[3].w);
    }
    __syncthreads();
    if (t >= 128)
#pragma unroll
        for (int r = 0; r < 4; r++)
            *(float4 *)&turned[(4 * p + r) * m + 4 * q] = slab[u + 128 * r];
}
