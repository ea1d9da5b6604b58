// verdict: missed - sixteen sums straight from global memory

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    int row = blockIdx.y * 64 + threadIdx.y;
    int column = blockIdx.x * 64 + threadIdx.x;
    float sum[4][4] = {};
    for (int i = 0; i < k; i++)
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int s = 0; s < 4; s++)
                sum[r][s] += a[(row + 16 * r) * k + i] *
                             b[i * n + column + 16 * s];
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int s = 0; s < 4; s++)
            c[(row + 16 * r) * n + column + 16 * s] = sum[r][s];
}
