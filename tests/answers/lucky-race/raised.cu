// The word is raised without an atomic: sums are lost, but it is never 0 again.
__device__ void raise(volatile int *word, int by)
{
    *word = (*word | by) & 0x7fffffff;
}

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int found;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    int mine = in[i];
    if (mine < 0)
        raise(&found, threadIdx.x + 1);
    __syncthreads();
    out[i] = found > 0;
}
