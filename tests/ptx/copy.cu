#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void copy(const int *in, int *out) {
    __shared__ int stage[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage, in, sizeof stage);
    cg::wait(block);
    auto tile = cg::tiled_partition<16>(block);
    int sum = cg::reduce(tile, stage[threadIdx.x], cg::plus<int>());
    out[threadIdx.x] = sum + __ballot_sync(~0u, sum & 1);
}
