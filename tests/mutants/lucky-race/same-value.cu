// verdict: missed - all write a 1: worth a warning, not a race

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    if (in[i] < 0)
        found = 1;
    __syncthreads();
    out[i] = found != 0;
}
