// verdict: missed - every thread adds up all the words

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    words[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    int s = 0;
    for (int i = 0; i < blockDim.x; i++) s += words[i];
    out[blockIdx.x] = s;
}
