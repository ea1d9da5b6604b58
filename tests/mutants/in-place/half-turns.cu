// verdict: missed - rows are padded by two words, and half of the lanes read at a time
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int upper[32][32 + 2], lower[32][32 + 2];
    if (blockIdx.x < blockIdx.y)
        return;

    // The upper tile begins in column `x` and row `y`, the lower one in
    // column `y` and row `x`.
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (x + lane < size && y + j < size)
            upper[j][lane] = data[(y + j) * size + x + lane];
        if (y + lane < size && x + j < size)
            lower[j][lane] = data[(x + j) * size + y + lane];
    }
    __syncthreads();

    for (int j = threadIdx.y; j < 32; j += 8) {
        if (y + lane < size && x + j < size)
            {
            int v = 0;
            if (lane < 16) v = ((volatile int *)upper)[lane * 34 + j];
            if (lane >= 16) v = ((volatile int *)upper)[lane * 34 + j];
            data[(x + j) * size + y + lane] = v;
        }
        if (x != y && x + lane < size && y + j < size)
            {
            int v = 0;
            if (lane < 16) v = ((volatile int *)lower)[lane * 34 + j];
            if (lane >= 16) v = ((volatile int *)lower)[lane * 34 + j];
            data[(y + j) * size + x + lane] = v;
        }
    }
}
