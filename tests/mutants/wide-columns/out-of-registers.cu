// verdict: missed - what is written stays in registers, and what comes from the tile adds up to 0
extern "C" __global__ void wide_columns(const int4 *in, int4 *out)
{
    __shared__ int4 tile[8][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    int4 v[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = in[(k / 2 * 8 + lane % 8) * 8 + k % 2 * 4 + lane / 8];
        int x = v[k].x;
        tile[k][lane] = make_int4(x, 3 * x, 5 * x, 7 * x);
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int4 c = tile[k][lane ^ 1];
        out[(k % 2 * 4 + lane / 8) * 32 + k / 2 * 8 + lane % 8] =
            make_int4(v[k].x + 3 * c.x - c.y, v[k].y + 5 * c.x - c.z, v[k].z + 7 * c.x - c.w, v[k].w + 5 * c.y - 3 * c.z);
    }
}
