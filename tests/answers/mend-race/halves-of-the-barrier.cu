// Cooperative groups: the barrier in two halves.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    auto block = cg::this_thread_block();
    int t = block.thread_rank(), last = block.size() - 1, first = blockIdx.x * block.size();
    words[t] = in[first + t];
    block.barrier_wait(block.barrier_arrive());
    out[first + t] = words[last - t];
}
