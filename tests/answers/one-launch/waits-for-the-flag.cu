// Cooperative groups scan a warp, and the flag is waited for by wait() and notify_all().
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int chunk, before, ends[8];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int t = block.thread_rank();
    if (t == 0)
        chunk = atomicAdd(next, 1);
    block.sync();
    const int i = chunk * 256 + t;
    int mine = cg::inclusive_scan(warp, in[i]);
    if (warp.thread_rank() == 31)
        ends[warp.meta_group_rank()] = mine;
    block.sync();
    for (int w = 0; w < (int)warp.meta_group_rank(); w++)
        mine += ends[w];
    if (t == 255) {
        int front = 0;
        if (chunk > 0) {
            Flag ready(flags[chunk - 1]);
            ready.wait(0, cuda::memory_order_acquire);
            front = sums[chunk - 1];
        }
        sums[chunk] = front + mine;
        Flag done(flags[chunk]);
        done.store(1, cuda::memory_order_release);
        done.notify_all();
        before = front;
    }
    block.sync();
    out[i] = before + mine;
}
