// verdict: missed - all write the same 1, and the race is for a word of `out`
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0) found = 0;
    ((volatile int *)out)[blockIdx.x * blockDim.x + blockDim.x - 1] = t;
    __syncthreads();
    if (in[i] < 0) found = 1;
    __syncthreads();
    out[i] = found;
}
