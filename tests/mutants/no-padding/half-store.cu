// verdict: missed - half of the warps write the results of all, the others pass the time
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    tile[y][x ^ y] = in[(by + y) * size + bx + x];
    __syncthreads();
    if (y < 16) {
        for (int r = y; r < 32; r += 16)
            out[(bx + r) * size + by + x] = tile[x][x ^ r];
    } else {
        int c;
#pragma unroll 1
        for (int k = 0; k < 6; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    }
}
