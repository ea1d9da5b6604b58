#include <cuda_pipeline.h>
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    const int lane = threadIdx.x, pitch = width + (width % 2 == 0);
    const int *rows = in + blockIdx.x * 32 * width;
    for (int row = 0; row < 32; row++)
        for (int x = lane; x < width; x += 32)
            __pipeline_memcpy_async(&words[row * pitch + x], &rows[row * width + x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int a = 0, b = 0, k = 0;
    for (; k + 1 < width; k += 2) { a += words[lane * pitch + k]; b += words[lane * pitch + k + 1]; }
    if (k < width) a += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = a + b;
}
