// verdict: missed - seven of eight threads fetch the number before from global memory, in the same sector
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    volatile int *w = words; int mine = 0, prev = 0;
    if (i < n) { mine = in[i]; w[t] = mine; prev = in[t % 8 ? i - 1 : i]; }
    __syncthreads();
    if (i < n) { int s = w[t > 0 ? t - 1 : 0]; if (t % 8 == 0) prev = t ? s : 0; out[i] = mine + prev; }
}
