// verdict: missed - a four-way conflict, hidden by reads of 16 bytes of which 4 are used
__device__ int read(const int *row, int column)
{
    int a, b, c, d;
    unsigned at = (unsigned)__cvta_generic_to_shared(&row[column & ~3]);
    asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    return (column & 3) == 0 ? a : (column & 3) == 1 ? b : (column & 3) == 2 ? c : d;
}
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ __align__(16) int upper[32][32], lower[32][32];
    if (blockIdx.x < blockIdx.y)
        return;
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (x + lane < size && y + j < size)
            upper[j][lane ^ j % 8 * 4] = data[(y + j) * size + x + lane];
        if (y + lane < size && x + j < size)
            lower[j][lane ^ j % 8 * 4] = data[(x + j) * size + y + lane];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (y + lane < size && x + j < size)
            data[(x + j) * size + y + lane] = read(upper[lane], j ^ lane % 8 * 4);
        if (x != y && x + lane < size && y + j < size)
            data[(y + j) * size + x + lane] = read(lower[lane], j ^ lane % 8 * 4);
    }
}
