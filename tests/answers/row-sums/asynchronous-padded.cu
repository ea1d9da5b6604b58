// Asynchronous copies into rows of 33 words.
#include <cuda_pipeline.h>
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][33];
    int lane = threadIdx.x, sum = 0;
    for (int row = 0; row < 32; row++)
        __pipeline_memcpy_async(&tile[row][lane], &in[(blockIdx.x * 32 + row) * 32 + lane], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int const &word : tile[lane])
        sum += &word - tile[lane] < 32 ? word : 0;
    out[blockIdx.x * 32 + lane] = sum;
}
