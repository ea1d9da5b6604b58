// Loops over the numbers, and warps that wait for themselves in the late rounds.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int &word(int *words, int i) { return words[i + (i >> 5)]; }
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    cg::thread_block block = cg::this_thread_block();
    int t = block.thread_rank(), first = blockIdx.x * 512;
    for (int i = t; i < 512; i += block.size()) word(words, i) = in[first + i];
    block.sync();
    for (int step = 1, nodes = 256; nodes >= 1; step <<= 1, nodes >>= 1) {
        if (t < nodes) {
            int right = 2 * step * t + 2 * step - 1;
            int sum = word(words, right - step);
            sum += word(words, right);
            word(words, right) = sum;
        }
        if (nodes > 32) block.sync(); else if (t < 32) __syncwarp();
    }
    block.sync();
    for (int i = t; i < 512; i += block.size()) out[first + i] = word(words, i);
}
