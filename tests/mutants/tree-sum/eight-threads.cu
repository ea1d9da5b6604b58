// verdict: missed - eight threads add up their part, one word after the other

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 8) {
        int sum = words[t];
        for (int k = t + 8; k < blockDim.x; k += 8)
            sum += words[k];
        words[t] = sum;
    }
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < 8; k++)
            words[0] += words[k];
        out[blockIdx.x] = words[0];
    }
    for (int half = blockDim.x / 8; half > 0; half /= 2)
        __syncthreads();
}
