// Sums of warps by shuffles, and the first warp adds them up.
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int of_warp[32];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int sum = i < n && in[i] > 0;
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, far);
    if (t % 32 == 0)
        of_warp[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < blockDim.x / 32 ? of_warp[t] : 0;
        for (int far = 4; far > 0; far /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, far);
        if (t == 0)
            atomicAdd(out, sum);
    }
}
