// Bins for each warp; at the end 16 threads add them up.
extern "C" __global__ void histogram(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ unsigned bins[8][16];
    const int t = threadIdx.x, warps = blockDim.x / 32;
    for (int j = t; j < 16 * warps; j += blockDim.x)
        bins[j / 16][j % 16] = 0;
    __syncthreads();
    atomicAdd(&bins[t / 32][__ldg(&in[blockIdx.x * blockDim.x + t]) & 15], 1u);
    __syncthreads();
    if (t >= 16)
        return;
    unsigned sum = 0;
    for (int w = 0; w < warps; w++)
        sum += bins[w][t];
    out[blockIdx.x * 16 + t] = sum;
}
