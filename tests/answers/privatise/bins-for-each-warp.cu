// bins for each warp
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[8][64];
    int t = threadIdx.x, warps = blockDim.x / 32;
    for (int j = t; j < 64 * warps; j += blockDim.x) (&mine[0][0])[j] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[t / 32][in[i]], weight[i]);
    __syncthreads();
    if (t < 64) { int s = 0; for (int w = 0; w < warps; w++) s += mine[w][t]; atomicAdd(&bins[t], s); }
}
