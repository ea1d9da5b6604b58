// Whoever finds a negative number writes an even number, each another one: the
// first value is odd.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int word;
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == blockDim.x - 1)
        word = 1;
    __syncthreads();
    if (in[i] < 0)
        word = 2 * t;
    __syncthreads();
    out[i] = word % 2 == 0;
}
