// Who sees the answer does not load a number.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found = 0;
    __syncthreads();
    if (!found && in[i] < 0) found = 1 + t;
    __syncthreads();
    out[i] = found ? 1 : 0;
}
