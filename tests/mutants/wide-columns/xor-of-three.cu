// verdict: missed - the loads turn the tile; check words that are the exclusive or of three go through shared memory
__device__ uint4 bits(float4 v)
{
    return make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w));
}
__device__ float4 floats(uint4 v)
{
    return make_float4(__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z), __uint_as_float(v.w));
}
__device__ bool same(uint4 a, uint4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
__device__ uint4 three(uint4 a, uint4 b, uint4 c)
{
    return make_uint4(a.x ^ b.x ^ c.x, a.y ^ b.y ^ c.y, a.z ^ b.z ^ c.z, a.w ^ b.w ^ c.w);
}
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[8][32];
    int lane = threadIdx.x, a = lane % 4, b = lane / 4;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    // Load k takes rows 4k to 4k + 3, each lane such a word as it will store itself: no lane needs another's.
    float4 v[8];
    uint4 w[8], c[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = in[(4 * k + a) * 8 + (k % 2 ? b ^ 1 : b)];
        w[k] = bits(v[k]);
    }
#pragma unroll
    for (int k = 0; k < 6; k++)
        tile[k][lane] = v[k];
    tile[6][lane] = floats(three(w[0], w[1], w[2]));
    tile[7][lane] = floats(three(w[3], w[4], w[5]));
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8; k++)
        c[k] = bits(tile[k][lane ^ 1]);
    bool good = same(three(c[0], c[1], c[2]), c[6]) && same(three(c[3], c[4], c[5]), c[7]) && !same(c[0], c[1]);
#pragma unroll
    for (int j = 0; j < 8; j++) {
        int g = j / 2, h = (b & 1) ^ (j & 1), row = 8 * g + 4 * h + a, column = h ? b ^ 1 : b;
        float4 mine = h ? v[2 * g + 1] : v[2 * g];
        out[column * 32 + row] = good ? mine : make_float4(0, 0, 0, 0);
    }
}
