// Half of the warps fetch A's tile, the others B's, two numbers a thread.
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ c, int m, int k, int n)
{
    __shared__ float tile[2][16][17];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, which = t / 128;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    auto fetch = [&](int r, int col) {
        const float *from = which ? b : a;
        int rows = which ? k : m, columns = which ? n : k;
        return r < rows && col < columns ? __ldg(&from[r * columns + col]) : 0.0f;
    };
    float sum = 0;
    for (int first = 0; first < k; first += 16) {
        for (int j = t % 128; j < 256; j += 128) {
            int r = j / 16, col = j % 16;
            tile[which][r][col] = fetch(r + (which ? first : blockIdx.y * 16), col + (which ? blockIdx.x * 16 : first));
        }
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < 16; i++)
            sum = fmaf(tile[0][y][i], tile[1][i][x], sum);
        __syncthreads();
    }
    if (row >= m || column >= n)
        return;
    c[row * n + column] = sum;
}
