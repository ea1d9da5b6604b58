// The look at the answer comes first, and the number is loaded inside.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ volatile int found;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (found == 0) {
        if (in[i] < 0) found = 1;
    }
    __syncthreads();
    out[i] = found;
}
