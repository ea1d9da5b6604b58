// Cooperative groups reduce a warp, and the first warp the warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sums[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int sum = 0;
    for (unsigned i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size())
        sum += __ldg(in + i);
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() > 0)
        return;
    sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
        atomicAdd(out, sum);
}
