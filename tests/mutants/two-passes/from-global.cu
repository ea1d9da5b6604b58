// verdict: missed - no tile at all, every number from global memory

#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)

__constant__ float filter[2 * RADIUS + 1];

extern "C" __global__ void soften(const float *in, float *out, int width,
                                  int height)
{
    float sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++) {
        float row = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            int u = blockIdx.x * WIDE + threadIdx.x + k;
            int v = blockIdx.y * HIGH + threadIdx.y + j;
            if (u >= 0 && u < width && v >= 0 && v < height)
                row += filter[RADIUS + k] * in[v * width + u];
        }
        sum += filter[RADIUS + j] * row;
    }

    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
