// verdict: missed - 49 products in one pass, from wide loads

#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ __align__(16) float tile[ROWS][40];
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
            if (k < 2) tile[j][38 + k] = 0;
        }
    __syncthreads();
    float sum = 0;
    int o = threadIdx.x & 3;
    for (int j = 0; j < 7; j++) {
        float4 a[3];
        for (int q = 0; q < 3; q++) { int p = min(threadIdx.x / 4 + q, 9); a[q] = *(const float4 *)&tile[threadIdx.y + j][4 * p]; }
        float r[12] = {a[0].x, a[0].y, a[0].z, a[0].w, a[1].x, a[1].y, a[1].z, a[1].w, a[2].x, a[2].y, a[2].z, a[2].w};
#pragma unroll
        for (int k = 0; k < 7; k++) {
            float w = o == 0 ? r[k] : o == 1 ? r[k + 1] : o == 2 ? r[k + 2] : r[k + 3];
            sum += filter[j] * filter[k] * w;
        }
    }
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = sum;
}
