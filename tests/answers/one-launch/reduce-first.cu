// The block's sum goes on before the block has its running sums.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void running_sums(const int *in, int *out, int *sums, int *flags, int *next)
{
    __shared__ int chunk, of_warp[8], before;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 0)
        chunk = atomicAdd(next, 1);
    block.sync();
    int mine = in[chunk * 256 + block.thread_rank()];
    int sum = cg::reduce(warp, mine, cg::plus<int>());
    if (warp.thread_rank() == 0)
        of_warp[warp.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        int all = 0;
        for (int w = 0; w < 8; w++) {
            int one = of_warp[w];
            of_warp[w] = all;
            all += one;
        }
        before = 0;
        if (chunk > 0) {
            while (!Flag(flags[chunk - 1]).load(cuda::memory_order_acquire))
                ;
            before = sums[chunk - 1];
        }
        sums[chunk] = before + all;
        Flag(flags[chunk]).store(1, cuda::memory_order_release);
    }
    mine = cg::inclusive_scan(warp, mine);
    block.sync();
    out[chunk * 256 + block.thread_rank()] = before + of_warp[warp.meta_group_rank()] + mine;
}
