// verdict: missed - a vote of the block finds the answer, and all threads race to store it

extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t == 0)
        found = 0;
    __syncthreads();
    if (__syncthreads_or(in[i] < 0))
        found = t + 1;
    __syncthreads();
    out[i] = found != 0;
}
