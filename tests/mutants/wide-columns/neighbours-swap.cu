// verdict: missed - the addresses of the loads make the columns, and neighbours swap through 512 bytes
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 box[8][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    for (int k = 0; k < 8; k++) {
        int row = k / 2 * 8 + lane % 8, column = k % 2 * 4 + lane / 8, other = k % 2 * 4 + (lane ^ 8) / 8;
        box[0][lane] = in[row * 8 + column];
        __syncwarp();
        out[other * 32 + row] = box[0][lane ^ 8];
        __syncwarp();
    }
}
