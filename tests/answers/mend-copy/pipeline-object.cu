// A pipeline of a thread instead of the primitives; pairs of numbers in the end.
#include <cuda/pipeline>
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    int2 *to = (int2 *)(out + blockIdx.x * 256);
    pipe.producer_acquire();
    cuda::memcpy_async(words + 4 * t, in + 4 * t, cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int k = t; k < 128; k += 64)
        to[k] = make_int2(words[255 - 2 * k], words[254 - 2 * k]);
    pipe.consumer_release();
}
