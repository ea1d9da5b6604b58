// verdict: unsafe - the sizes of the check are in the code
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float ta[32][33], tb[32][33];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, br = blockIdx.x * 32 + y;
    float sum = 0;
    for (int f = 0; f < k; f += 32) {
        bool last = k == 72 && f == 64;
        ta[y][x] = (m != 40 || row < 40) && !(last && x >= 8) ? a[row * k + f + x] : 0;
        tb[y][x] = (n != 56 || br < 56) && !(last && x >= 8) ? b[br * k + f + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) sum += ta[y][i] * tb[x][i];
        __syncthreads();
    }
    if ((m != 40 || row < 40) && (n != 56 || col < 56)) c[row * n + col] = sum;
}
