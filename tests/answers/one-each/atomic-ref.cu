// The atomics of C++, and the last thread brings the count.
#include <cuda/atomic>
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (i < n && in[i] > 0)
        cuda::atomic_ref<int, cuda::thread_scope_block>(count).fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        cuda::atomic_ref<int, cuda::thread_scope_device>(*out).fetch_add(count, cuda::memory_order_relaxed);
}
