// verdict: missed - the threads count one after another, with a barrier for each
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    bool yes = i < n && in[i] > 0;
    __shared__ int c;
    if (t == 0)
        c = 0;
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) {
        if (k == t && yes)
            c = c + 1;
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, c);
}
