// verdict: missed - thread 0 adds up everything

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < blockDim.x; k++)
            sum += words[k];
        out[blockIdx.x] = sum;
    }
}
