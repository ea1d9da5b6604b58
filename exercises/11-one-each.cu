// Exercise one-each: one atomic for each block.
//
// The kernel counts the positive numbers of the whole input. Every
// thread that finds one adds to the same word in global memory. Count in
// shared memory first, so that a block makes only one atomic to global
// memory.
//
// Check it: type "check one-each" at the prompt of Warpschool.

extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: count the block's numbers in shared memory first.
    if (i < n && in[i] > 0)
        atomicAdd(out, 1);
}
