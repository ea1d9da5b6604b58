// 16 bytes a lane, and what does not fill 16 bytes one by one.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x, sum = 0;
    for (int k = i; k < n / 4; k += threads) {
        int4 four = ((const int4 *)in)[k];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    for (int k = n / 4 * 4 + i; k < n; k += threads)
        sum += in[k];
    words[t] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        atomicAdd(out, words[0]);
}
