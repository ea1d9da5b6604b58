// verdict: missed - the numbers stay in registers, and the tile only checks them
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[8][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int row = k / 2 * 8 + lane % 8, column = k % 2 * 4 + lane / 8;
        v[k] = in[row * 8 + column];
        float s = v[k].x;
        tile[k][lane] = make_float4(s, 2 * s, 4 * s, 8 * s);
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int row = k / 2 * 8 + lane % 8, column = k % 2 * 4 + lane / 8;
        float4 c = tile[k][lane ^ 1];
        out[column * 32 + row] = make_float4(v[k].x + (2 * c.x - c.y), v[k].y + (2 * c.y - c.z), v[k].z + (2 * c.z - c.w), v[k].w + (4 * c.y - c.w));
    }
}
