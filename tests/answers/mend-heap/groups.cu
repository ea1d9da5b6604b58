// Cooperative groups; where malloc gave nothing, all come to the barriers all the same.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    auto block = cg::this_thread_block();
    int t = block.thread_rank(), size = block.size(), i = block.group_index().x * size + t;
    if (t == 0)
        list = (int *)malloc(size * sizeof *list);
    block.sync();
    int *mine = list;
    if (mine)
        mine[size - 1 - t] = __ldg(in + i);
    block.sync();
    if (mine)
        out[i] = mine[t] * t;
    block.sync();
    if (t == 0)
        free(mine);
}
