// verdict: missed - the answer is a byte that all set to the same value, and a byte beside it is raced for
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile char found[2];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found[0] = 0;
    __syncthreads();
    if (in[i] < 0) found[0] = 1;
    found[1] = t;
    __syncthreads();
    out[i] = found[0];
}
