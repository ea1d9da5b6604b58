// columns by 16 bytes
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int m, int k, int n)
{
    __shared__ float sa[64][16];
    __shared__ __align__(16) float sb[16][64];
    const int t = threadIdx.y * 16 + threadIdx.x, x = threadIdx.x, y = threadIdx.y;
    const float *A = a + blockIdx.y * 64 * k, *B = b + blockIdx.x * 64;
    float4 sum[4] = {};
    for (int f = 0; f < k; f += 16) {
        for (int j = t; j < 1024; j += 256) sa[j / 16][j % 16] = A[j / 16 * k + f + j % 16];
        *(float4 *)&sb[t / 16][t % 16 * 4] = __ldg((const float4 *)(B + (f + t / 16) * n + t % 16 * 4));
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float4 v = *(float4 *)&sb[i][4 * x];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                float u = sa[y + 16 * r][i];
                sum[r].x = fmaf(u, v.x, sum[r].x); sum[r].y = fmaf(u, v.y, sum[r].y);
                sum[r].z = fmaf(u, v.z, sum[r].z); sum[r].w = fmaf(u, v.w, sum[r].w);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++) *(float4 *)&c[(blockIdx.y * 64 + y + 16 * r) * n + blockIdx.x * 64 + 4 * x] = sum[r];
}
