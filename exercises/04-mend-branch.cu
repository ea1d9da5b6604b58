// Exercise mend-branch: a barrier in the wrong place.
//
// out[i] is in[i] plus the number before it in the same block. There
// are `n` numbers, and n need not fill the last block. The threads that
// have no number skip the branch with the barrier. Correct that. A
// thread without a number must not access `in` or `out`.
//
// Check it: type "check mend-branch" at the prompt of Warpschool.

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    // TODO: every thread of the block has to reach the barrier.
    if (i < n) {
        words[t] = in[i];
        __syncthreads();
        int previous = t > 0 ? words[t - 1] : 0;
        out[i] = words[t] + previous;
    }
}
