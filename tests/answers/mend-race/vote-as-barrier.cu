// The words are turned as they are stored; __syncthreads_or is the barrier.
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    unsigned t = threadIdx.x, n = blockDim.x;
    words[t] = in[blockIdx.x * n + t];
    __syncthreads_or(0);
    out[blockIdx.x * n + t] = words[n + ~t];
}
