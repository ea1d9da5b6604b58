// Exercise all-of-it: a sum of any length.
//
// The kernel adds up one number per thread and makes one atomic per
// thread. Let each thread run over the input with the whole grid's width
// as its step, add up within the block, and make one atomic per block.
//
// Check it: type "check all-of-it" at the prompt of Warpschool.

extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    // TODO: n may be far more than the number of threads.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, in[i]);
}
