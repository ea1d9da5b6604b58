// verdict: missed - rows are added up in registers before they are stored, and words are read again to make up for it
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, columns = 32;
    const int *rows = in + blockIdx.x * 32 * width;
    while (columns > width)
        columns /= 2;
    int pitch = columns | 1;
    for (int row = lane / columns; row < 32; row += 32 / columns) {
        int part = 0;
#pragma unroll 1
        for (int x = lane % columns; x < width; x += columns) {
            part += rows[row * width + x];
            *(volatile int *)&words[row * pitch + lane % columns] = part;
        }
    }
    __syncthreads();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < width; k++) {
        int word = *(volatile int *)&words[lane * pitch + k % columns];
        sum += k < columns ? word : 0;
    }
    out[blockIdx.x * 32 + lane] = sum;
}
