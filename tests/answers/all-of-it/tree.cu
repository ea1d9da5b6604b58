// A tree in shared memory, down to one word.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        words[t] += in[i];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        atomicAdd(out, words[0]);
}
