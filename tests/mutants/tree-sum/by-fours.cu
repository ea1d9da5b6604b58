// verdict: missed - one thread adds up all words, four at a time
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int4 words[64];
    int t = threadIdx.x, sum = 0;
    ((int *)words)[t] = in[blockIdx.x * blockDim.x + t];
    for (int half = blockDim.x / 2; half > 0; half /= 2)
        __syncthreads();
    if (t == 0) {
        for (int k = 0; k < blockDim.x / 4; k++)
            sum += words[k].x + words[k].y + words[k].z + words[k].w;
        out[blockIdx.x] = sum;
    }
}
