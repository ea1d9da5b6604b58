// The next number of each thread is copied asynchronously while this one is added.
#include <cuda_pipeline.h>
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int piece[2][256], total;
    int t = threadIdx.x, step = gridDim.x * blockDim.x, place = 0, sum = 0;
    if (t == 0)
        total = 0;
    __syncthreads();
    auto start = [&](int i, int to) {
        if (i < n)
            __pipeline_memcpy_async(&piece[to][t], &in[i], 4);
        __pipeline_commit();
    };
    start(blockIdx.x * blockDim.x + t, 0);
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += step, place ^= 1) {
        start(i + step, place ^ 1);
        __pipeline_wait_prior(1);
        sum += piece[place][t];
    }
    for (int half = 16; half > 0; half /= 2)
        sum += __shfl_xor_sync(~0u, sum, half);
    if (t % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (t == 0)
        atomicAdd(out, total);
}
