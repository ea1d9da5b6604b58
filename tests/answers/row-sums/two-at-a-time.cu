// A template for the distance of rows; two sums of half a row each.
template <int PITCH> __device__ int half_sum(const int *row, int first)
{
    int sum = 0;
    for (int k = first; k < first + 16; k++)
        sum += row[k];
    return sum;
}
extern "C" __global__ void row_sums(const int *in, int *out)
{
    const int pitch = 31 + 2;
    __shared__ int tile[32 * pitch];
    int lane = threadIdx.x;
#pragma unroll 4
    for (int y = 0; y < 32; y++)
        tile[y * pitch + lane] = __ldg(in + (blockIdx.x * 32 + y) * 32 + lane);
    __syncthreads();
    const int *row = &tile[lane * pitch];
    out[blockIdx.x * 32 + lane] = half_sum<pitch>(row, 0) + half_sum<pitch>(row, 16);
}
