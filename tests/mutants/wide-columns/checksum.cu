// verdict: missed - the words stay in registers, and the tile hands a neighbour seven of them and a sum that checks them
__device__ uint4 bits(float4 v)
{
    return make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w));
}
__device__ uint4 fold(uint4 s, uint4 x)
{
    return make_uint4(s.x * 3 + x.x, s.y * 3 + x.y, s.z * 3 + x.z, s.w * 3 + x.w);
}
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[8][32];
    int lane = threadIdx.x, a = lane % 4, b = lane / 4;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    float4 v[8];
    uint4 c[8], s = make_uint4(0, 0, 0, 0), r = s;
#pragma unroll
    for (int k = 0; k < 8; k++)
        v[k] = in[(4 * k + a) * 8 + (k % 2 ? b ^ 1 : b)];
#pragma unroll
    for (int k = 0; k < 7; k++) {
        tile[k][lane] = v[k];
        s = fold(s, bits(v[k]));
    }
    *(uint4 *)&tile[7][lane] = s;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8; k++)
        c[k] = bits(tile[k][lane ^ 1]);
#pragma unroll
    for (int k = 0; k < 7; k++)
        r = fold(r, c[k]);
    bool good = r.x == c[7].x && r.y == c[7].y && r.z == c[7].z && r.w == c[7].w;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        int g = j / 2, h = (b & 1) ^ (j & 1), row = 8 * g + 4 * h + a, column = h ? b ^ 1 : b;
        float4 mine = h ? v[2 * g + 1] : v[2 * g];
        out[column * 32 + row] = good ? mine : make_float4(0, 0, 0, 0);
    }
}
