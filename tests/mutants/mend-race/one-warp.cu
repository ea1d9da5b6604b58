// verdict: missed - one warp does it all, and has no other to wait for
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int first = blockIdx.x * blockDim.x;

    if (threadIdx.x < 32) {
        for (int t = threadIdx.x; t < blockDim.x; t += 32)
            words[t] = in[first + t];
        __syncwarp();
        for (int t = threadIdx.x; t < blockDim.x; t += 32)
            out[first + t] = words[blockDim.x - 1 - t];
    }
    __syncthreads();
}
