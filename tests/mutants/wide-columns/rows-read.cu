// verdict: missed - the tile is read by rows, and `out` is written in pieces of 64 bytes
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[256];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int j = 0; j < 8; j++) tile[32 * j + lane] = in[32 * j + lane];
    __syncwarp();
    for (int j = 0; j < 8; j++) {
        int other = 32 * j + (lane ^ 1);
        out[other % 8 * 32 + other / 8] = tile[other];
    }
}
