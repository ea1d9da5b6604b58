// verdict: missed - one block adds up everything
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sums[32];
    if (blockIdx.x > 0)
        return;
    int t = threadIdx.x, sum = 0;
    for (int i = t; i < n; i += blockDim.x)
        sum += in[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            sum += sums[w];
        atomicAdd(out, sum);
    }
}
