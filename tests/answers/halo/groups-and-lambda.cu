// Cooperative groups, and a lambda for the numbers of the tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__constant__ float filter[11];
extern "C" __global__ void smooth(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[256 + 10];
    auto block = cg::this_thread_block();
    const int t = block.thread_rank(), b = block.size(), base = block.group_index().x * b;
    auto number = [&](int i) { return (unsigned)i < (unsigned)n ? __ldg(in + i) : 0.f; };
    const float mine = number(base + t);
    tile[t + 5] = mine;
    if (t >= b - 10) {
        const int h = t - (b - 10);
        const int p = h < 5 ? h : b + h;
        tile[p] = number(base - 5 + p);
    }
    block.sync();
    if (base + t >= n)
        return;
    float sum = mine * filter[5];
#pragma unroll
    for (int k = 0; k < 11; k++)
        if (k != 5)
            sum = fmaf(filter[k], tile[t + k], sum);
    out[base + t] = sum;
}
