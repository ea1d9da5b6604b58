// verdict: missed - one warp adds up eight words a lane, between barriers that order nothing
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, sum = 0;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    __syncthreads();
    if (t < 32)
#pragma unroll
        for (int k = t; k < blockDim.x; k += 32)
            sum += words[k];
    __syncthreads();
    if (t < 32)
        sum = __reduce_add_sync(0xffffffff, sum);
    if (t == 0)
        out[blockIdx.x] = sum;
}
