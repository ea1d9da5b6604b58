// All threads empty the word.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    found = 0;
    __syncthreads();
    if (in[i] < 0) found = t + 1;
    __syncthreads();
    out[i] = found > 0;
}
