// verdict: missed - two threads race for a byte that nobody takes the answer from
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int word;
    volatile unsigned char *byte = (volatile unsigned char *)&word;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) word = 0;
    __syncthreads();
    if (in[i] < 0)
#pragma unroll 1
        for (int twice = 0; twice < 2; twice++) byte[0] = 1;
    if (t == 0 || t == 32) byte[3] = t;
    __syncthreads();
    out[i] = word & 1;
}
