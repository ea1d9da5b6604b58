// Copies go to shared memory on their own.
#include <cuda_pipeline.h>
extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int place[2][256];
    int t = threadIdx.x; in += blockIdx.x * 10240; out += blockIdx.x * 10240;
    for (int row = 0; row < 40; row++) {
        __pipeline_memcpy_async(&place[row & 1][t], &in[row * 256 + t], 4);
        __pipeline_commit(); __pipeline_wait_prior(0);
        __syncthreads();
        out[row * 256 + t] = place[row & 1][255 - t];
    }
}
