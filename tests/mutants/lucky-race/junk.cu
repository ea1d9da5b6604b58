// verdict: missed - votes, and has a race beside it that no answer comes from
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int junk;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    junk = threadIdx.x / 32;
    out[i] = __syncthreads_or(in[i] < 0) != 0;
}
