// A cooperative group waits before each round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void tree_sum(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int words[256];
    auto block = cg::this_thread_block();
    const unsigned t = block.thread_rank();
    words[t] = __ldg(&in[block.group_index().x * block.size() + t]);
    for (unsigned half = block.size() >> 1; half >= 1; half >>= 1) {
        block.sync();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        out[block.group_index().x] = words[0];
}
