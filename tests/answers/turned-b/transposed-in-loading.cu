// B's tile is written as it lies, with a word left out after each row.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float of_a[32][32], of_b[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * 32, left = blockIdx.x * 32;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        int i = min(first + x, k - 1);
        float one = a[min(top + y, m - 1) * k + i];
        float two = b[min(left + y, n - 1) * k + i];
        of_a[y][x] = first + x < k ? one : 0;
        of_b[y][x] = first + x < k ? two : 0;
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < 32; i++)
            sum += of_a[y][i] * of_b[x][i];
        __syncthreads();
    }
    if (top + y < m && left + x < n)
        c[(top + y) * n + left + x] = sum;
}
