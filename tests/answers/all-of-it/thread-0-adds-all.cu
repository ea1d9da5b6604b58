// Thread 0 adds up a word of each thread.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    int t = threadIdx.x, s = 0;
    __shared__ int all[1024];
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) s += in[i];
    all[t] = s; __syncthreads();
    if (t == 0) { for (int k = 1; k < blockDim.x; k++) s += all[k]; atomicAdd(out, s); }
}
