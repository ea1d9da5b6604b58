// A single turn and a single total: a block waits until it is its turn, adds its sum, and passes the turn on.
#include <cuda/atomic>
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int ends[8], chunk, before;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 0)
        chunk = atomicAdd(next, 1);
    block.sync();
    int i = chunk * 256 + block.thread_rank(), w = warp.meta_group_rank();
    int mine = cg::inclusive_scan(warp, in[i]);
    if (warp.thread_rank() == 31)
        ends[w] = mine;
    block.sync();
    for (int k = 0; k < w; k++)
        mine += ends[k];
    if (block.thread_rank() == 255) {
        cuda::atomic_ref<int, cuda::thread_scope_device> turn(flags[0]);
        while (turn.load(cuda::memory_order_acquire) != chunk) {}
        before = sums[0];
        sums[0] = before + mine;
        turn.store(chunk + 1, cuda::memory_order_release);
    }
    block.sync();
    out[i] = mine + before;
}
