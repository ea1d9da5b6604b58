// The rounds by recursion of a function; the number of words left halves.
__device__ void add_halves(volatile int *words, int half)
{
    __syncthreads();
    if (half == 0)
        return;
    if (threadIdx.x < half)
        words[threadIdx.x] = words[threadIdx.x] + words[threadIdx.x + half];
    add_halves(words, half / 2);
}
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ volatile int words[256];
    words[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    add_halves(words, blockDim.x / 2);
    if (threadIdx.x == 0)
        out[blockIdx.x] = words[0];
}
