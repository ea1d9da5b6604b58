// verdict: unsafe - each branch has a barrier of its own

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (i < n) {
        words[t] = in[i];
        __syncthreads();
        int previous = t > 0 ? words[t - 1] : 0;
        out[i] = words[t] + previous;
    } else {
        __syncthreads();
    }
}
