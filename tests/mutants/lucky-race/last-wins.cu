// verdict: wrong - the sign of the number that came last

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    found = in[i] < 0;
    __syncthreads();
    out[i] = found != 0;
}
