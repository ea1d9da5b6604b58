// Cooperative groups: a tile of 32 threads exchanges its numbers.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best = in[i];
    for (int far = tile.size() / 2; far > 0; far >>= 1)
        best = max(best, tile.shfl_down(best, far));
    if (tile.thread_rank() == 0)
        out[i / 32] = best;
}
