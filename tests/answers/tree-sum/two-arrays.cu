// Each round goes from one array to the other.
#include <cooperative_groups.h>
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[2][256];
    auto block = cooperative_groups::this_thread_block();
    int t = block.thread_rank(), from = 0;
    words[0][t] = in[blockIdx.x * block.size() + t];
    for (unsigned left = block.size() / 2; left; left >>= 1, from ^= 1) {
        block.sync();
        if (t < left) words[from ^ 1][t] = words[from][t] + words[from][t + left];
    }
    if (t == 0) out[blockIdx.x] = words[from][0];
}
