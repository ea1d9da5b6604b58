// verdict: wrong - takes the number before from the block before

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (i < n)
        words[t] = in[i];
    __syncthreads();
    if (i < n) {
        int previous = t > 0 ? words[t - 1] : i > 0 ? in[i - 1] : 0;
        out[i] = words[t] + previous;
    }
}
