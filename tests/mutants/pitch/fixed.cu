// verdict: unsafe - 33 words in each row, for one width only: rows overlap

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * width;

    int pitch = 33;

    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            words[row * pitch + x] = rows[row * width + x];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < width; k++)
        sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
