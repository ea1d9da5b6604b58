// Each warp has a tree of its own in shared memory, and then the sums of the warps have one.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256], sums[32];
    int t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
    words[t] = in[blockIdx.x * blockDim.x + t];
    for (int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (lane < half)
            words[t] += words[t + half];
    }
    if (lane == 0)
        sums[t / 32] = words[t];
    __syncthreads();
    if (t >= 32)
        return;
    int sum = t < warps ? sums[t] : 0;
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, far);
    if (t == 0)
        out[blockIdx.x] = sum;
}
