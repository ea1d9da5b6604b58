// verdict: missed - all write the same 1, and the race is a read of what another warp puts out
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0) found = 0;
    __syncthreads();
    if (in[i] < 0) found = 1;
    __syncthreads();
    int junk = ((volatile int *)out)[blockIdx.x * blockDim.x + (t + 32) % blockDim.x];
    out[i] = found + (junk == 0x12345678);
}
