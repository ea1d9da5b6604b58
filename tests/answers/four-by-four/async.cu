// Asynchronous copies fetch the slabs.
#include <cuda_pipeline.h>
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ __align__(16) float slab_a[64][16];
    __shared__ __align__(16) float slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    float4 sum[4] = {};
    for (int first = 0; first < k; first += 16) {
        __pipeline_memcpy_async(&slab_a[t / 4][t % 4 * 4], &a[(row + t / 4) * k + first + t % 4 * 4], 16);
        __pipeline_memcpy_async(&slab_b[t / 16][t % 16 * 4], &b[(first + t / 16) * n + column + t % 16 * 4], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < 16; i++) {
            float4 fb = *(float4 *)&slab_b[i][4 * x];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                float fa = slab_a[y + 16 * r][i];
                sum[r].x += fa * fb.x, sum[r].y += fa * fb.y, sum[r].z += fa * fb.z, sum[r].w += fa * fb.w;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        *(float4 *)&c[(row + y + 16 * r) * n + column + 4 * x] = sum[r];
}
