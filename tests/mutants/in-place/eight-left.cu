// verdict: wrong - the last tile is taken to be 8 wide
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int upper[32][32 + 1], lower[32][32 + 1];
    if (blockIdx.x < blockIdx.y)
        return;

    // The upper tile begins in column `x` and row `y`, the lower one in
    // column `y` and row `x`.
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    auto inside = [&](int at, int j) { return at + 32 <= size || j < 8; };
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (inside(x, lane) && inside(y, j))
            upper[j][lane] = data[(y + j) * size + x + lane];
        if (inside(y, lane) && inside(x, j))
            lower[j][lane] = data[(x + j) * size + y + lane];
    }
    __syncthreads();

    for (int j = threadIdx.y; j < 32; j += 8) {
        if (inside(y, lane) && inside(x, j))
            data[(x + j) * size + y + lane] = upper[lane][j];
        if (x != y && inside(x, lane) && inside(y, j))
            data[(y + j) * size + x + lane] = lower[lane][j];
    }
}
