// A scan of ones and zeroes by cooperative groups; each number goes straight to its place.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int counts[8];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int t = block.thread_rank(), base = blockIdx.x * 256, mine = in[base + t], flag = mine > 0;
    int before = cg::exclusive_scan(warp, flag);
    if (warp.thread_rank() == 31)
        counts[warp.meta_group_rank()] = before + flag;
    block.sync();
    int all = 0;
    for (int w = 0; w < 8; w++) {
        if (w == warp.meta_group_rank())
            before += all;
        all += counts[w];
    }
    if (flag)
        out[base + before] = mine;
    if (t >= all)
        out[base + t] = 0;
}
