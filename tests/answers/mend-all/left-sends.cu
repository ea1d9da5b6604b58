// Each thread stores its number for the left neighbour, keeps it in a register, and warps count.
#include <cuda/atomic>
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int right[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    right[(t + 255) % 256] = mine;
    __syncthreads();
    int step = 0;
    if (t != 255)
        step = right[t] - mine;
    out[i] = step;
    unsigned up = __ballot_sync(~0u, step > 0);
    if (t % 32 == 0 && up)
        cuda::atomic_ref<int, cuda::thread_scope_device>(*rising).fetch_add(__popc(up),
                                                                            cuda::memory_order_relaxed);
}
