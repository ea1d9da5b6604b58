// Pairs of numbers, and a reduction of cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void norms(const float *in, float *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const float2 *pairs = (const float2 *)in + blockIdx.x * 128;
    float sum = 0;
    for (int k = warp.thread_rank(); k < 128; k += 32)
        sum += pairs[k].x * pairs[k].x + pairs[k].y * pairs[k].y;
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0)
        out[blockIdx.x] = sum;
}
