// verdict: missed - each warp adds up by shuffles, and the barriers wait for nothing

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, sum = in[blockIdx.x * blockDim.x + t];
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, far);
    words[t] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2)
        __syncthreads();
    if (t == 0) {
        for (int w = 32; w < blockDim.x; w += 32)
            sum += words[w];
        out[blockIdx.x] = sum;
    }
}
