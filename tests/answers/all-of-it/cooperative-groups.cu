// Cooperative groups add up.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void sum_all(const int *__restrict__ in, int *__restrict__ out, int n)
{
    auto block = cg::this_thread_block(); auto warp = cg::tiled_partition<32>(block);
    __shared__ int sums[32];
    int mine = 0;
    for (int i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) mine += in[i];
    mine = cg::reduce(warp, mine, cg::plus<int>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = mine;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        mine = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
        mine = cg::reduce(warp, mine, cg::plus<int>());
        if (warp.thread_rank() == 0 && mine) atomicAdd(out, mine);
    }
}
