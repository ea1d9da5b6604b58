// The next slabs wait in registers; the slab of A is turned, and padded by two.
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int m, int k, int n)
{
    __shared__ float slab_a[16][66], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    a += blockIdx.y * 64 * k;
    b += blockIdx.x * 64;
    float next_a[4], next_b[4], sum[16] = {};
#pragma unroll
    for (int j = 0; j < 4; j++) {
        next_a[j] = a[(y + 16 * j) * k + x];
        next_b[j] = b[(t / 64 + 4 * j) * n + t % 64];
    }
    for (int first = 16;; first += 16) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
            slab_a[x][y + 16 * j] = next_a[j];
            slab_b[t / 64 + 4 * j][t % 64] = next_b[j];
        }
        __syncthreads();
        if (first < k)
#pragma unroll
            for (int j = 0; j < 4; j++) {
                next_a[j] = a[(y + 16 * j) * k + first + x];
                next_b[j] = b[(first + t / 64 + 4 * j) * n + t % 64];
            }
#pragma unroll
        for (int i = 0; i < 16; i++)
#pragma unroll
            for (int e = 0; e < 16; e++)
                sum[e] += slab_a[i][y + 16 * (e / 4)] * slab_b[i][x + 16 * (e % 4)];
        if (first >= k)
            break;
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < 16; e++)
        c[(blockIdx.y * 64 + y + 16 * (e / 4)) * n + blockIdx.x * 64 + x + 16 * (e % 4)] = sum[e];
}
