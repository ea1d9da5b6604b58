// The 16 bytes of a thread come by an asynchronous copy.
#include <cuda_pipeline.h>
extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    __shared__ uint4 mine[1024];
    if (4 * i + 3 < pixels)
        __pipeline_memcpy_async(&mine[threadIdx.x], (const uint4 *)in + i, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    if (4 * i + 3 < pixels) {
        uint4 w = mine[threadIdx.x];
        unsigned v[4] = {w.x, w.y, w.z, w.w}, all = 0;
        for (int p = 0; p < 4; p++)
            all |= (77 * (v[p] & 255) + 150 * (v[p] >> 8 & 255) + 29 * (v[p] >> 16 & 255)) / 256 << 8 * p;
        ((unsigned *)out)[i] = all;
    } else
        for (int p = 4 * i; p < pixels; p++)
            out[p] = (77 * in[4 * p] + 150 * in[4 * p + 1] + 29 * in[4 * p + 2]) / 256;
}
