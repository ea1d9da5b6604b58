// verdict: missed - all store the same 1 for the answer, and race for a byte that nobody needs
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    volatile unsigned char *bytes = (volatile unsigned char *)&found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found = 0;
    __syncthreads();
    if (in[i] < 0) bytes[0] = 1;
    bytes[1] = t;
    __syncthreads();
    out[i] = found & 1;
}
