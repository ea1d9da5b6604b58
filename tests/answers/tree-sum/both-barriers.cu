// Each round waits for its warp and for the block.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
        __syncwarp();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
