// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const float *a,
                         const float *b, float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][16], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;

    float sum[4][4] = {};
    for (int first = 0; first < k; first += 16) {
        for (int j = y; j < 64; j += 16)
            slab_a[j][x] = a[(row + j) * k + first + x];
        for (int j = y * 16 + x; j < 1024; j += 256)
            slab_b[j / 64][j % 64] =
                b[(first + j / 64) * n + column + j % 64];
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float from_a[4], from_b[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                from_a[r] = slab_a[y + 16 * r][i];
                from_b[r] = slab_b[i][x + 16 * r];
            }
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int s = 0; s < 4; s++)
                    sum[r][s] += from_a[r] * from_b[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int s = 0; s < 4; s++)
            c[(row + y + 16 * r) * n + column + x + 16 * s] = sum[r][s];
}
#undef blockIdx

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, a, b, c, m, k,
                 n);
}
