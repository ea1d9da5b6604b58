// verdict: missed - the sums wait in shared memory between the slabs
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float4 slab_a[64][4]; __shared__ float4 slab_b[16][16];
    __shared__ float4 sums[4][256];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    for (int r = 0; r < 4; r++) sums[r][t] = make_float4(0, 0, 0, 0);
    for (int first = 0; first < k; first += 16) {
        slab_a[t / 4][t % 4] = *(const float4 *)&a[(row + t / 4) * k + first + t % 4 * 4];
        slab_b[t / 16][t % 16] = *(const float4 *)&b[(first + t / 16) * n + column + t % 16 * 4];
        __syncthreads();
        // One sum of four columns at a time, kept in shared memory.
#pragma unroll 1
        for (int r = 0; r < 4; r++) {
            float4 s = sums[r][t];
#pragma unroll 1
            for (int i = 0; i < 16; i += 4) {
                float4 f = slab_a[y + 16 * r][i / 4];
                float e[4] = {f.x, f.y, f.z, f.w};
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    float4 g = slab_b[i + j][x];
                    s.x += e[j] * g.x; s.y += e[j] * g.y; s.z += e[j] * g.z; s.w += e[j] * g.w;
                }
            }
            sums[r][t] = s;
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        *(float4 *)&c[(row + y + 16 * r) * n + column + 4 * x] = sums[r][t];
}
