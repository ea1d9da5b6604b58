// The warps' sums are added up by each thread; a lane of the first warp waits for the chunk before.
#include <cuda/atomic>
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int chunk, ends[8], before;
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    int mine = in[chunk * 256 + t];
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, mine, step);
        mine += lane >= step ? left : 0;
    }
    if (lane == 31)
        ends[warp] = mine;
    __syncthreads();
    int all = 0, in_front = 0;
    for (int w = 0; w < 8; w++) {
        if (w == warp)
            in_front = all;
        all += ends[w];
    }
    if (t == 0) {
        int front = 0;
        if (chunk > 0) {
            while (Flag(flags[chunk - 1]).load(cuda::memory_order_acquire) == 0)
                ;
            front = sums[chunk - 1];
        }
        sums[chunk] = front + all;
        Flag(flags[chunk]).store(1, cuda::memory_order_release);
        before = front;
    }
    __syncthreads();
    out[chunk * 256 + t] = before + in_front + mine;
}
