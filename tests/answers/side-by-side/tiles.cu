// Pieces of warps by new, and cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int *pieces[8];
    int w = threadIdx.x / 32, lane = warp.thread_rank(), i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    if (lane == 0) pieces[w] = new int[each * 32];
    warp.sync();
    int *list = pieces[w];
    if (!list) return;
    int top = -2147483647 - 1;
    for (int k = 0; k < each; k++) { int x = in[k * n + i]; top = max(top, x); list[k * 32 + lane] = x; }
    for (int k = 0; k < each; k++) out[k * n + i] = top - list[(each - 1 - k) * 32 + lane];
    warp.sync();
    if (lane == 0) delete[] list;
}
