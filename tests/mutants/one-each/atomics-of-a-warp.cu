// verdict: missed - 32 lanes of each block make an atomic, in one request
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 32)
        count[t] = 0;
    __syncthreads();
    if (i < n && in[i] > 0)
        atomicAdd(&count[t % 32], 1);
    __syncthreads();
    if (t < 32)
        atomicAdd(out, count[t]);
}
