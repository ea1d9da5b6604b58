// The swizzle counts from the other end.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void transpose(const int *__restrict__ in, int *__restrict__ out, int size)
{
    __shared__ int tile[32][32];
    cg::thread_block block = cg::this_thread_block();
    dim3 t = block.thread_index(), b = block.group_index();
    tile[t.y][t.x ^ (31 - t.y)] = __ldg(&in[(b.y * 32 + t.y) * size + b.x * 32 + t.x]);
    block.sync();
    out[(b.x * 32 + t.y) * size + b.y * 32 + t.x] = tile[t.x][t.y ^ (31 - t.x)];
}
