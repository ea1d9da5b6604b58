// The copies turn the order of the quads, the reads the order within.
#include <cuda_pipeline.h>
template <int K> __device__ void put(int *out, const int *w, int t) {
    out[t + (K - 1) * 64] = w[((t + (K - 1) * 64) & ~3) + 3 - (t & 3)];
    put<K - 1>(out, w, t);
}
template <> __device__ void put<0>(int *, const int *, int) {}
extern "C" __global__ void mend_copy(const int *in, int *out) {
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&words[4 * (63 - t)], &in[blockIdx.x * 256 + 4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    put<4>(out + blockIdx.x * 256, words, t);
}
