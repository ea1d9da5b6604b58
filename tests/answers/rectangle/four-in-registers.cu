// Each thread fetches its four numbers before it stores the first one.
template <class Do> __device__ __forceinline__ void four_rows(Do step)
{
#pragma unroll
    for (int k = 0; k < 4; k++)
        step(k, threadIdx.y + 8 * k);
}
extern "C" __global__ void transpose(const int *__restrict__ in, int *__restrict__ out, int width, int height)
{
    __shared__ int tile[32 * 33];
    const int lane = threadIdx.x, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    int mine[4] = {};
    four_rows([&](int k, int j) {
        if (bx + lane < width && by + j < height)
            mine[k] = in[(by + j) * width + bx + lane];
    });
    four_rows([&](int k, int j) { tile[j * 33 + lane] = mine[k]; });
    __syncthreads();
    four_rows([&](int k, int j) { mine[k] = tile[lane * 33 + j]; });
    four_rows([&](int k, int j) {
        if (by + lane < height && bx + j < width)
            out[(bx + j) * height + by + lane] = mine[k];
    });
}
