// verdict: wrong - the last thread of a block writes a 0
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found = 0;
    __syncthreads();
    if (in[i] < 0) found = blockDim.x - 1 - t;
    __syncthreads();
    out[i] = found != 0;
}
