// verdict: missed - where a block has four warps one of them loops idly
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    int warps = size / 32, working = warps >= 4 ? warps * 3 / 4 : warps, warp = t / 32, lane = t % 32;
    if (warp < working) {
        for (int k = warp; k < each * warps; k += working) {
            int row = k / warps, col = k % warps * 32 + lane;
            int v = in[row * threads + first + col];
            piece[row * size + col] = v;
        }
        for (int k = warp; k < each * warps; k += working) {
            int row = k / warps, col = k % warps * 32 + lane;
            out[(each - 1 - row) * threads + first + col] = piece[row * size + col];
        }
    } else {
        int c;
#pragma unroll 1
        for (int k = 0; k < each * 12; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}
