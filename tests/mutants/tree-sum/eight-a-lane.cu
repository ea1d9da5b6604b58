// verdict: missed - one warp adds up eight words a lane in the place of rounds
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t >= 32)
        return;
    int sum = 0;
    for (int k = t; k < blockDim.x; k += 32)
        sum += words[k];
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, far);
    if (t == 0)
        out[blockIdx.x] = sum;
}
