// The atomics of C++; two words beside the bins are set as well.
#include <cuda/atomic>
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[18];
    for (int i = threadIdx.x; i < 18; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    int bin = in[blockIdx.x * blockDim.x + threadIdx.x] & 15;
    cuda::atomic_ref<int, cuda::thread_scope_block>(bins[bin]).fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x < 16)
        out[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}
