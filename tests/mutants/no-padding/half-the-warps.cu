// verdict: missed - half of the warps move two rows each

extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 16; j += 16)
        tile[j][lane ^ j] = in[(y + j) * size + x + lane];
    __syncthreads();
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 16; j += 16)
        out[(x + j) * size + y + lane] = tile[lane][lane ^ j];
}
