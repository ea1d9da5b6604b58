// A tree of ones and zeros.
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int counts[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    counts[t] = i < n && in[i] > 0 ? 1 : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            counts[t] += counts[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, counts[0]);
}
