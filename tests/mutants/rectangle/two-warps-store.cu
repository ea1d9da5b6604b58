// verdict: missed - all warps fill the tile, and two of eight empty it
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) if (bx + lane < width && by + j < height) tile[j][lane] = in[(by + j) * width + bx + lane];
    __syncthreads();
    if (threadIdx.y < 2) {
        for (int j = threadIdx.y; j < 32; j += 2) if (by + lane < height && bx + j < width) out[(bx + j) * height + by + lane] = tile[lane][j];
    } else { int c;
#pragma unroll 1
        for (int k = 0; k < 50; k++) asm volatile("mov.u32 %0, %%clock;" : "=r"(c)); }
}
