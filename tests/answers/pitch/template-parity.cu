// One function for even widths and one for odd ones, from one template.
template <int MORE> __device__ __forceinline__ int sum_of_row(int *words, const int *rows, int width)
{
    const int pitch = width + MORE, lane = threadIdx.x;
#pragma unroll 2
    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            words[row * pitch + x] = rows[row * width + x];
    __syncthreads();
    int even = 0, odd = 0, k = 0;
    for (; k + 1 < width; k += 2) {
        even += words[lane * pitch + k];
        odd += words[lane * pitch + k + 1];
    }
    return even + odd + (k < width ? words[lane * pitch + k] : 0);
}
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    const int *rows = in + blockIdx.x * 32 * width;
    int sum = width % 2 ? sum_of_row<0>(words, rows, width) : sum_of_row<1>(words, rows, width);
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
