// verdict: missed - half of the lanes do the work of all

extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, sum = 0, step = gridDim.x * blockDim.x / 2;
    if (t % 2 == 0)
        for (int i = (blockIdx.x * blockDim.x + t) / 2; i < n; i += step)
            sum += in[i];
    words[t] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        atomicAdd(out, words[0]);
}
