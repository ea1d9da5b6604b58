// Cooperative groups reduce the tile.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void norms(const float *in, float *out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float x = in[blockIdx.x * 256 + k * 32 + warp.thread_rank()];
        sum += x * x;
    }
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) out[blockIdx.x] = sum;
}
