// A row's pieces are turned on by the row's number.
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[256];
    int lane = threadIdx.x, first = blockIdx.x * 256;
    for (int k = 0; k < 8; k++) {
        int row = 4 * k + lane / 8, column = lane % 8;
        tile[row * 8 + (column + row) % 8] = in[first + 32 * k + lane];
    }
    __syncthreads();
    for (int column = 0; column < 8; column++)
        out[first + column * 32 + lane] =
            tile[lane * 8 + (column + lane) % 8];
}
