// verdict: missed - threads without a number read the last one
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    // no thread returns, as index is clamped: threads without a number read
    // the last
    __shared__ int words[256];
    int j = min(i, n - 1);
    words[t] = in[j];
    __syncthreads();
    int p = t > 0 ? words[t - 1] : 0;
    if (i < n)
        out[i] = words[t] + p;
}
