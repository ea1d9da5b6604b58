// verdict: missed - the block loads from its end: in the last one threads without a number fetch those of others
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, other = blockDim.x - 1 - t;
    if (first + other < n) words[other] = in[first + other];
    __syncthreads();
    if (first + t < n) out[first + t] = words[t] + (t > 0 ? words[t - 1] : 0);
}
