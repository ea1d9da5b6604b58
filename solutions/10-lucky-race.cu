// Exercise lucky-race: one solution.
//
// The warps write different numbers over each other. Which of them
// stays depends on who comes last, but none of them is 0, and nothing
// else is asked. It is a race all the same: change one line, and the
// output begins to depend on the order of the warps.

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        found = t + 1;
    __syncthreads();
    out[i] = found != 0;
}
