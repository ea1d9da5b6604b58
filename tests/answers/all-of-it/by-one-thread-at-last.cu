// A tree in shared memory down to one warp's words, which thread 0 adds up.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        sum += in[i];
    words[t] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
        __syncthreads();
    }
    if (t == 0) {
        for (int i = 1; i < 32; i++)
            sum = i == 1 ? words[0] + words[1] : sum + words[i];
        atomicAdd(out, sum);
    }
}
