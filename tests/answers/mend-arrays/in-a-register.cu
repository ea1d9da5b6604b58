// The own number stays in a register, too; references of C++ and a barrier of cooperative groups.
#include <cooperative_groups.h>
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    auto block = cooperative_groups::this_thread_block();
    const int n = block.size(), t = block.thread_rank(), i = blockIdx.x * n + t;
    int &own = storage[t], &doubled = storage[n + t];
    int mine = in[i];
    own = mine;
    doubled = mine + mine;
    block.sync();
    out[i] = mine + (&doubled)[t < back ? n - back : -back];
}
