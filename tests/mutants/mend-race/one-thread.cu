// verdict: missed - one thread does it all, and has nobody to wait for
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int first = blockIdx.x * blockDim.x;

    for (int t = 0; t < blockDim.x && threadIdx.x == 0; t++)
        words[t] = in[first + t];
    for (int t = 0; t < blockDim.x && threadIdx.x == 0; t++)
        out[first + t] = words[blockDim.x - 1 - t];
    __syncthreads();
}
