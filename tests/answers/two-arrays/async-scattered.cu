// Both arrays come by asynchronous copies; threads without a result leave early, the others store theirs the other way round.
#include <cuda_pipeline.h>
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int *const behind = reinterpret_cast<int *>(storage + nb);
    const int t = threadIdx.x;
    if (t < nb)
        __pipeline_memcpy_async(storage + t, b + t, sizeof(double));
    if (t < na)
        __pipeline_memcpy_async(behind + t, a + t, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t >= nb)
        return;
    out[nb - 1 - t] = storage[t] * behind[(nb - t) % na];
}
