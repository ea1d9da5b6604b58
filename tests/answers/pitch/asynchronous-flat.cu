// Asynchronous copies in one loop over all numbers.
#include <cuda_pipeline.h>
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    const int lane = threadIdx.x, pitch = width | 1, *rows = in + blockIdx.x * 32 * width;
    for (int k = lane; k < 32 * width; k += 32)
        __pipeline_memcpy_async(words + k / width * pitch + k % width, rows + k, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int sum = 0;
    for (int k = width - 1; k >= 0; k--)
        sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
