// The barrier counts: no word of shared memory is needed.
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i < n ? in[i] : 0;
    int positive = __syncthreads_count(mine > 0);
    if (threadIdx.x == blockDim.x - 1)
        atomicAdd(out, positive);
}
