// verdict: missed - each thread fetches the right number itself, and shared memory is for show

extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + blockDim.x - 1 - t];
    __syncthreads();
    out[first + t] = words[t];
}
