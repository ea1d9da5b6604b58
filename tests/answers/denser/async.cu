// All factors come to shared memory by asynchronous copies.
#include <cuda_pipeline.h>
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    __shared__ float tile[256];
    const int t = threadIdx.x, first = blockIdx.x * 2048 + t;
    if (t < terms)
        __pipeline_memcpy_async(&tile[t], &factors[t], 4);
    __pipeline_commit();
    float x[8], sum[8] = {};
#pragma unroll
    for (int p = 0; p < 8; p++)
        x[p] = in[first + 256 * p];
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = terms - 1; k >= 0; k--) {
        float f = tile[k];
#pragma unroll
        for (int p = 0; p < 8; p++)
            sum[p] = sum[p] * x[p] + f;
    }
#pragma unroll
    for (int p = 0; p < 8; p++)
        out[first + 256 * p] = sum[p];
}
