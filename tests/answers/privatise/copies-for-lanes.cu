// a copy of each bin for each lane
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int N> __device__ void clear(int (&a)[N], cg::thread_block b) { for (int i = b.thread_rank(); i < N; i += b.size()) a[i] = 0; b.sync(); }
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[64 * 33];
    auto block = cg::this_thread_block();
    clear(mine, block);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i] * 33 + threadIdx.x % 32], weight[i]);
    block.sync();
    if (threadIdx.x >= 64) return;
    int s = 0;
    for (int c = 0; c < 32; c++) s += mine[threadIdx.x * 33 + c];
    atomicAdd(&bins[threadIdx.x], s);
}
