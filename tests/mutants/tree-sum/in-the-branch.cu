// verdict: unsafe - only the threads that add come to the barrier

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];

    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) {
            __syncthreads();
            words[t] += words[t + half];
        }
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
