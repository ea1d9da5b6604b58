// verdict: missed - 49 products in one pass, by shuffles

#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
        }
    __syncthreads();
    float sum = 0; int lane = threadIdx.x;
    for (int j = 0; j < 7; j++) {
        float a = tile[threadIdx.y + j][lane], b = tile[threadIdx.y + j][32 + min(lane, 5)];
        for (int k = 0; k < 7; k++) {
            float p = __shfl_sync(~0u, a, (lane + k) & 31), q = __shfl_sync(~0u, b, (lane + k) & 31);
            sum += filter[j] * filter[k] * (lane + k < 32 ? p : q);
        }
    }
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = sum;
}
