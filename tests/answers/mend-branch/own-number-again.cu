// The own number is read once more; only the one before is in words.
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i < n)
        words[t] = in[i];
    __syncthreads();
    if (i < n)
        out[i] = t == 0 ? in[i] : in[i] + words[t - 1];
}
