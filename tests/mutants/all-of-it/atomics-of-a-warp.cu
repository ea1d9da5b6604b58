// verdict: missed - 32 lanes of each block make an atomic, in one request
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sums[1024];
    int t = threadIdx.x, mine = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    sums[t] = mine;
    __syncthreads();
    if (t < 32) {
        for (int i = t + 32; i < (int)blockDim.x; i += 32)
            mine += sums[i];
        atomicAdd(out, mine);
    }
}
