// verdict: missed - a four-way conflict, hidden by reads of 16 bytes of which 4 are used
__device__ int read(const int *row, int column)
{
    int a, b, c, d;
    unsigned at = (unsigned)__cvta_generic_to_shared(&row[column & ~3]);
    asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
    return (column & 3) == 0 ? a : (column & 3) == 1 ? b : (column & 3) == 2 ? c : d;
}
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ __align__(16) int tile[32][32];
    int lane = threadIdx.x, first = blockIdx.y * 32, to_first = blockIdx.x * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (to_first + lane < width && first + j < height)
            tile[j][lane ^ j % 8 * 4] = in[(first + j) * width + to_first + lane];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (first + lane < height && to_first + j < width)
            out[(to_first + j) * height + first + lane] = read(tile[lane], j ^ lane % 8 * 4);
}
