// Cooperative groups scan within a warp, every warp adds up the counts of those before it by itself, and zeroes are
// stored where no number goes.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int count[8], words[256];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int t = block.thread_rank(), mine = in[blockIdx.x * 256 + t], flag = mine > 0;
    int before = cg::exclusive_scan(warp, flag);
    if (warp.thread_rank() == 31) count[t / 32] = before + flag;
    block.sync();
    int total = 0;
#pragma unroll
    for (int w = 0; w < 8; w++) {
        if (w < t / 32) before += count[w];
        total += count[w];
    }
    if (flag) words[before] = mine;
    block.sync();
    out[blockIdx.x * 256 + t] = t < total ? words[t] : 0;
}
