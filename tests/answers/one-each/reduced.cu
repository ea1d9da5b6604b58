// Cooperative groups: a warp adds up, its first lane adds to the block's count.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (block.thread_rank() == 0)
        count = 0;
    block.sync();
    int found = cg::reduce(warp, i < n && in[i] > 0 ? 1 : 0, cg::plus<int>());
    if (warp.thread_rank() == 0)
        atomicAdd(&count, found);
    block.sync();
    if (block.thread_rank() == 0)
        atomicAdd(out, count);
}
