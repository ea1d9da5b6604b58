// verdict: missed - atomics read the columns
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[32][8];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int j = 0; j < 8; j++)
        ((float4 *)tile)[32 * j + lane] = in[32 * j + lane];
    __syncwarp();
    float4 mine[8];
    for (int c = 0; c < 8; c++) {
        int *p = (int *)&tile[lane][c];
        mine[c] = make_float4(__int_as_float(atomicOr(p, 0)), __int_as_float(atomicOr(p + 1, 0)), __int_as_float(atomicOr(p + 2, 0)), __int_as_float(atomicOr(p + 3, 0)));
    }
    __syncwarp();
    for (int c = 0; c < 8; c++) {
        int *p = (int *)((float4 *)tile + 32 * c + lane);
        atomicExch(p, __float_as_int(mine[c].x));
        atomicExch(p + 1, __float_as_int(mine[c].y));
        atomicExch(p + 2, __float_as_int(mine[c].z));
        atomicExch(p + 3, __float_as_int(mine[c].w));
    }
    __syncwarp();
    for (int c = 0; c < 8; c++)
        out[c * 32 + lane] = ((float4 *)tile)[32 * c + lane];
}
