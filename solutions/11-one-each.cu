// Exercise one-each: one solution.
//
// The block's counter is set by one thread, with a barrier behind it.
// All threads count there. Behind a second barrier one thread carries
// the sum to global memory.

extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (i < n && in[i] > 0)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, count);
}
