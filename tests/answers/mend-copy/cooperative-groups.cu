// The group copies, and waits for its copies and for its threads.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ void mend_copy(const int *in, int *out) {
    __shared__ __align__(16) int words[256];
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    cg::memcpy_async(block, (int4 *)words, (const int4 *)(in + blockIdx.x * 256), cuda::aligned_size_t<16>(1024));
    cg::wait(block);
    for (int k = 0; k < 4; k++) out[blockIdx.x * 256 + k * 64 + t] = words[255 - k * 64 - t];
}
