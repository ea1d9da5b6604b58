// The next piece of numbers and weights is copied asynchronously while this one is added up.
#include <cuda_pipeline.h>
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64], piece[2][256], weights[2][256];
    const int t = threadIdx.x, size = blockDim.x, step = gridDim.x * size;
    for (int b = t; b < 64; b += size)
        mine[b] = 0;
    auto start = [&](int i, int place) {
        if (i < n) {
            __pipeline_memcpy_async(&piece[place][t], &in[i], 4);
            __pipeline_memcpy_async(&weights[place][t], &weight[i], 4);
        }
        __pipeline_commit();
    };
    __syncthreads();
    int place = 0;
    start(blockIdx.x * size + t, 0);
    for (int i = blockIdx.x * size + t; i < n; i += step, place ^= 1) {
        start(i + step, place ^ 1);
        __pipeline_wait_prior(1);
        atomicAdd(&mine[piece[place][t]], weights[place][t]);
    }
    __syncthreads();
    for (int b = t; b < 64; b += size)
        atomicAdd(&bins[b], mine[b]);
}
