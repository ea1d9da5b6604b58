// A look at the word before it is written.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    volatile int *word = &found;
    if (t == blockDim.x - 1) *word = 0;
    __syncthreads();
    if (in[i] < 0 && *word == 0) *word = 1 + t / 32;
    __syncthreads();
    out[i] = *word > 0;
}
