// The first pass ends in the tile that it began with.
#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int j = ty; j < ROWS; j += HIGH)
        for (int k = tx; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
        }
    __syncthreads();
    float first = 0, second = 0;
    for (int k = 0; k < 7; k++) {
        first += filter[k] * tile[ty][tx + k];
        if (ty + HIGH < ROWS)
            second += filter[k] * tile[ty + HIGH][tx + k];
    }
    __syncthreads();
    tile[ty][tx] = first;
    if (ty + HIGH < ROWS)
        tile[ty + HIGH][tx] = second;
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 7; j++)
        sum += filter[j] * tile[ty + j][tx];
    int x = blockIdx.x * WIDE + tx, y = blockIdx.y * HIGH + ty;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
