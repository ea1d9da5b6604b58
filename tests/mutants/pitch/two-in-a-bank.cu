// verdict: missed - words lie column by column, moved by half the column's number: each write has conflicts
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * width;
    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            words[x * 32 + (row + x / 2) % 32] = rows[row * width + x];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < width; k++) sum += words[k * 32 + (lane + k / 2) % 32];
    out[blockIdx.x * 32 + lane] = sum;
}
