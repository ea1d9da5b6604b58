// verdict: missed - one pass of 49 products: the neighbours in the row come by shuffles

#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            bool inside = u >= 0 && u < width && v >= 0 && v < height;
            tile[j][k] = inside ? in[v * width + u] : 0;
        }
    __syncthreads();
    float sum = 0;
    int lane = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 7; j++) {
        float line = 0;
        float near = tile[threadIdx.y + j][lane], far = lane < 6 ? tile[threadIdx.y + j][lane + 32] : 0;
#pragma unroll
        for (int k = 0; k < 7; k++) {
            float n = __shfl_sync(~0u, lane < k ? far : near, (lane + k) % 32);
            line += filter[k] * n;
        }
        sum += filter[j] * line;
    }
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
