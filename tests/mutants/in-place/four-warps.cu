// verdict: missed - four of the eight warps move all
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int upper[32][33], lower[32][33];
    if (blockIdx.x < blockIdx.y) return;
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    if (threadIdx.y < 4) for (int j = threadIdx.y; j < 32; j += 4) {
        if (x + lane < size && y + j < size) upper[j][lane] = data[(y + j) * size + x + lane];
        if (y + lane < size && x + j < size) lower[j][lane] = data[(x + j) * size + y + lane];
    }
    else for (int i = 0; i < 100; i++) asm volatile("mov.u32 %0, %0;" : "+r"(x));
    __syncthreads();
    if (threadIdx.y < 4) for (int j = threadIdx.y; j < 32; j += 4) {
        if (y + lane < size && x + j < size) data[(x + j) * size + y + lane] = upper[lane][j];
        if (x != y && x + lane < size && y + j < size) data[(y + j) * size + x + lane] = lower[lane][j];
    }
}
