// Asynchronous copies into padded places, a lambda for the place.
#include <cuda_pipeline.h>
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    const int t = threadIdx.x;
    auto place = [](int i) { return i + (i >> 5); };
    in += 512 * blockIdx.x;
    out += 512 * blockIdx.x;
    for (int k = t; k < 512; k += 256)
        __pipeline_memcpy_async(&words[place(k)], &in[k], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int threads = 256;
#pragma unroll
    for (int step = 1; step < 512; step <<= 1, threads >>= 1) {
        if (t < threads) {
            int right = (2 * t + 2) * step - 1;
            words[place(right)] = words[place(right)] + words[place(right - step)];
        }
        __syncthreads();
    }
    for (int k = t; k < 512; k += 256)
        out[k] = words[place(k)];
}
