// Cooperative groups: the block waits, a tile adds up, and one lane of each warp counts.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int t = block.thread_rank(), i = blockIdx.x * 256 + t;
    const int mine = words[t] = in[i];
    block.sync();
    const int step = t + 1 == block.size() ? 0 : words[t + 1] - mine;
    out[i] = step;
    const int up = cg::reduce(warp, step > 0 ? 1 : 0, cg::plus<int>());
    if (warp.thread_rank() == 0)
        atomicAdd(rising, up);
}
