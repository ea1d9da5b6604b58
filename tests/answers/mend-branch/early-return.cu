// Threads without a number have returned, and nobody waits for them.
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    words[t] = in[i];
    __syncthreads();
    out[i] = words[t] + (t ? words[t - 1] : 0);
}
