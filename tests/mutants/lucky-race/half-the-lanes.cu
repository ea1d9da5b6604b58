// verdict: missed - 16 lanes of each warp look at the numbers of all

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    if (t % 32 >= 16)
        return;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        found = t + 1;
    if (in[i + 16] < 0)
        found = t + 17;
    __syncthreads();
    out[i] = found != 0;
    out[i + 16] = found != 0;
}
