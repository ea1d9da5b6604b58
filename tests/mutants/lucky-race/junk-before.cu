// verdict: missed - the race is for the word before it gets its 0
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    found = t;
    __syncthreads();
    if (t == 0) found = 0;
    __syncthreads();
    if (in[i] < 0) found = 1;
    __syncthreads();
    out[i] = found;
}
