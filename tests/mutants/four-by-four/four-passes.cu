// verdict: missed - four passes over the slabs, with loads of 16 bytes
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ __align__(16) float slab_a[64][16];
    __shared__ __align__(16) float slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    for (int r = 0; r < 4; r++) {
        float sum[4] = {};
        for (int first = 0; first < k; first += 16) {
            *(float4 *)&slab_a[t / 4][t % 4 * 4] = *(const float4 *)&a[(row + t / 4) * k + first + t % 4 * 4];
            *(float4 *)&slab_b[t / 16][t % 16 * 4] = *(const float4 *)&b[(first + t / 16) * n + column + t % 16 * 4];
            __syncthreads();
            for (int i = 0; i < 16; i += 4) {
                float4 fa = *(float4 *)&slab_a[y + 16 * r][i];
                float e[4] = {fa.x, fa.y, fa.z, fa.w};
#pragma unroll
                for (int q = 0; q < 4; q++) {
                    float4 fb = *(float4 *)&slab_b[i + q][4 * x];
                    sum[0] += e[q] * fb.x, sum[1] += e[q] * fb.y, sum[2] += e[q] * fb.z, sum[3] += e[q] * fb.w;
                }
            }
            __syncthreads();
        }
        *(float4 *)&c[(row + y + 16 * r) * n + column + 4 * x] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    }
}
