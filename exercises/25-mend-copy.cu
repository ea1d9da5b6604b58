// Exercise mend-copy: read before it is copied.
//
// Each block fetches 256 numbers with asynchronous copies, 16 bytes at a
// time, and writes them out in reverse. A wait is missing, and one is in
// the wrong place. Mend it, and use no more of them than you need.
//
// Check it: type "check mend-copy" at the prompt of Warpschool.
#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;  // of 64
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    // TODO: who waits for the copies, and who for the other threads?
    __pipeline_memcpy_async(&words[4 * t], &in[4 * t], 16);
    __syncthreads();
    __pipeline_commit();

    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
