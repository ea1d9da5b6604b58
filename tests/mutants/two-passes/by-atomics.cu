// verdict: missed - one pass of 49, of which atomics that add 0 read most
// Exercise two-passes: one solution.
//
// The first pass weighs along the rows, and it does so for the rows of
// the halo as well: the second pass needs them above and below. Between
// the passes all wait.

#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void soften(const float *in, float *out, int width,
                                  int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k;
            int v = blockIdx.y * HIGH - RADIUS + j;
            bool inside = u >= 0 && u < width && v >= 0 && v < height;
            tile[j][k] = inside ? in[v * width + u] : 0;
        }
    __syncthreads();

    float all = 0;
    for (int j = 0; j < 7; j++)
        for (int k = 0; k < 7; k++)
            if (j > 0 || k > 3)
            all += filter[j] * filter[k] * atomicAdd(&tile[threadIdx.y + j][threadIdx.x + k], 0.0f);
    __syncthreads();
    for (int k = 0; k < 4; k++) all += filter[0] * filter[k] * tile[threadIdx.y][threadIdx.x + k];
#if 0
    for (int j = threadIdx.y; j < ROWS; j += HIGH) {
        float sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += filter[k] * tile[j][threadIdx.x + k];
        half_done[j][threadIdx.x] = sum;
    }
    __syncthreads();

    float sum = 0;
    for (int j = 0; j <= 2 * RADIUS; j++)
        sum += filter[j] * half_done[threadIdx.y + j][threadIdx.x];

#endif
    float sum = all;
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
