// The numbers are staged without regard to rows.
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, pitch = width | 1;
    const int *rows = in + blockIdx.x * 32 * width;
    for (int i = lane; i < 32 * width; i += 32)
        words[i / width * pitch + i % width] = rows[i];
    __syncthreads();
    int sum = 0;
    for (int k = width - 1; k >= 0; k--)
        sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
