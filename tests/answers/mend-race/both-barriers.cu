// Waits for the warp and for the block.
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    __syncwarp();
    __syncthreads();
    out[first + t] = words[blockDim.x - 1 - t];
}
