// 32 sums are left: one warp adds them up by shuffles.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, sum = in[blockIdx.x * blockDim.x + t];
    words[t] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half) {
            sum += words[t + half];
            words[t] = sum;
        }
        __syncthreads();
    }
    if (t < 32) {
        for (int far = 16; far > 0; far /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, far);
        if (t == 0)
            out[blockIdx.x] = sum;
    }
}
