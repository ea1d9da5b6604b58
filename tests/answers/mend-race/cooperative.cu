// The block waits as a cooperative group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    cg::thread_block block = cg::this_thread_block();
    unsigned t = block.thread_rank(), n = block.size();
    int *mirrored = &words[n - 1 - t];
    *mirrored = __ldg(in + blockIdx.x * n + t);
    block.sync();
    out[blockIdx.x * n + t] = words[t];
}
