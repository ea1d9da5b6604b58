// verdict: missed - one warp moves everything, the others count
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int up[32][33], low[32][33];
    int i = blockIdx.x, j = blockIdx.y, c = threadIdx.x, z = c;
    if (i < j || threadIdx.y >= 1) { for (int k = 0; k < 400; k++) asm volatile("mov.u32 %0, %0;" : "+r"(z)); if (i < j) return; }
    if (threadIdx.y == 0) {
    for (int r = 0; r < 32; r++) {
        if (j * 32 + r < size && i * 32 + c < size) up[r][c] = data[(j * 32 + r) * size + i * 32 + c];
        if (i != j && i * 32 + r < size && j * 32 + c < size) low[r][c] = data[(i * 32 + r) * size + j * 32 + c];
    }
    __syncwarp();
    for (int r = 0; r < 32; r++) {
        if (i * 32 + r < size && j * 32 + c < size) data[(i * 32 + r) * size + j * 32 + c] = up[c][r];
        if (i != j && j * 32 + r < size && i * 32 + c < size) data[(j * 32 + r) * size + i * 32 + c] = low[c][r];
    } }
}
