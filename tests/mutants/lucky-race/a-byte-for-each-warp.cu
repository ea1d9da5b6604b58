// verdict: missed - each warp has a byte of its own, and looks at the word too early for the finding
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        ((volatile char *)&found)[t / 32 % 4] = 1;
    *(volatile int *)&found;
    __syncthreads();
    out[i] = found != 0;
}
