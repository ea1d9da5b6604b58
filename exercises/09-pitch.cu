// Exercise pitch: rows of any length.
//
// Each block copies 32 rows of `width` numbers to dynamic shared memory,
// and lane n adds up row n. The width comes with the launch. For some
// widths the reads have conflicts. Choose the distance between the rows
// so that there is none for any width. The launch asks for width + 1
// words in each row.
//
// Check it: type "check pitch" at the prompt of Warpschool.

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * width;

    // TODO: how far apart must two rows begin?
    int pitch = width;

    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            words[row * pitch + x] = rows[row * width + x];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < width; k++)
        sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
