// verdict: missed - 16 rows of two columns go straight from `in` to `out`, the tile only passes them to the neighbour
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[256];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int j = 0; j < 8; j++)
        tile[32 * j + lane] = in[(j / 4 * 16 + lane / 2) * 8 + j % 4 * 2 + lane % 2];
    __syncwarp();
    for (int j = 0; j < 8; j++) {
        int other = lane ^ 1;
        out[(j % 4 * 2 + other % 2) * 32 + j / 4 * 16 + other / 2] = tile[32 * j + other];
    }
}
