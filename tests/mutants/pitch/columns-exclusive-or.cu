// verdict: missed - the numbers lie column by column, in an exclusive or of row and column
//
// Lanes stand one row apart, so the distance of the rows must be odd.
// `width | 1` is the width itself if that is odd, and one more if not.

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * width;

    int pitch = 32;

    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            words[x * pitch + (row ^ x % 32)] = rows[row * width + x];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < width; k++)
        sum += words[k * pitch + (lane ^ k % 32)];
    out[blockIdx.x * 32 + lane] = sum;
}
