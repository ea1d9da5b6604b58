// The first round is done while the numbers are loaded.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[128];
    int t = threadIdx.x, half = blockDim.x / 2;
    const int *mine = in + blockIdx.x * blockDim.x;
    if (t < half) words[t] = mine[t] + mine[t + half];
    __syncthreads();
    for (half /= 2; half > 0; half /= 2) {
        if (t < half) words[t] += words[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = words[0];
}
