// The tile is stored turned, swizzled at the write.
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[8][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    for (int first = 0; first < 32; first += 4) {
        int row = first + lane / 8, column = lane % 8;
        tile[column][row ^ column] = in[first * 8 + lane];
    }
    __syncwarp();
#pragma unroll
    for (int column = 0; column < 8; column++)
        out[column * 32 + lane] = tile[column][lane ^ column];
}
