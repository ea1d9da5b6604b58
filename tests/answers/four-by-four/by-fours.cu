// Each thread fetches 16 bytes of A and of B for each pair of slabs; A's slab is
// stored turned, so both are read by fours.
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ c, int m, int k, int n)
{
    __shared__ float slab_a[16][64 + 4];
    __shared__ float4 slab_b[16][16];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    const float *from_a = a + (blockIdx.y * 64 + t % 64) * k + t / 64 * 4;
    const float *from_b = b + y * n + blockIdx.x * 64 + 4 * x;
    float4 sum[4] = {};
    for (int first = 0; first < k; first += 16, from_a += 16, from_b += 16 * n) {
        const float4 four = *(const float4 *)from_a;
        slab_b[y][x] = *(const float4 *)from_b;
        slab_a[t / 64 * 4][t % 64] = four.x;
        slab_a[t / 64 * 4 + 1][t % 64] = four.y;
        slab_a[t / 64 * 4 + 2][t % 64] = four.z;
        slab_a[t / 64 * 4 + 3][t % 64] = four.w;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            const float4 right = slab_b[i][x];
            const float4 left = *(const float4 *)&slab_a[i][4 * y];
            const float of_a[4] = {left.x, left.y, left.z, left.w};
#pragma unroll
            for (int r = 0; r < 4; r++) {
                sum[r].x += of_a[r] * right.x;
                sum[r].y += of_a[r] * right.y;
                sum[r].z += of_a[r] * right.z;
                sum[r].w += of_a[r] * right.w;
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        *(float4 *)&c[(blockIdx.y * 64 + 4 * y + r) * n + blockIdx.x * 64 + 4 * x] = sum[r];
}
