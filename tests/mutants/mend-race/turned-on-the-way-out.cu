// verdict: missed - each thread stores its own number at the other end

extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ volatile int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    __syncthreads();
    out[first + blockDim.x - 1 - t] = words[t];
}
