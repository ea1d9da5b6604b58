// The next number is fetched while the last one is looked up.
#include <cooperative_groups.h>
__constant__ int table[256];
struct Copy { int at[256]; __device__ int operator()(int v) const { return at[v] + at[v ^ 255]; } };
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ Copy copy;
    auto block = cooperative_groups::this_thread_block();
    for (int k = block.thread_rank(); k < 256; k += block.size()) copy.at[k] = table[k];
    int i = blockIdx.x * each * blockDim.x + threadIdx.x, next = in[i];
    block.sync();
    for (int k = 0; k < each; k++) {
        int now = next;
        if (k + 1 < each) next = in[i + blockDim.x];
        out[i] = copy(now);
        i += blockDim.x;
    }
}
