// Each thread with a negative number adds a bit to the word. A bit may be lost, but never all of them.
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) found = 0;
    __syncthreads();
    if (in[i] < 0) found |= 1 << t / 32;
    __syncthreads();
    out[i] = found != 0;
}
