// Other threads empty the bins and write them out, two bins each.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x, from_end = blockDim.x - 1 - t;
    if (from_end < 8)
        bins[from_end] = bins[from_end + 8] = 0;
    __syncthreads();
    int mine = in[blockIdx.x * blockDim.x + t];
    atomicAdd(bins + (mine & 15), 1);
    __syncthreads();
    if (from_end < 8) {
        out[blockIdx.x * 16 + from_end] = bins[from_end];
        out[blockIdx.x * 16 + from_end + 8] = bins[from_end + 8];
    }
}
