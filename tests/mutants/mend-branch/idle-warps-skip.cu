// verdict: unsafe - whole warps without a number go around the barrier, in a branch that has no return
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i - t % 32 < n) {
        if (i < n) words[t] = in[i];
        __syncthreads();
        if (i < n) out[i] = words[t] + (t > 0 ? words[t - 1] : 0);
    }
}
