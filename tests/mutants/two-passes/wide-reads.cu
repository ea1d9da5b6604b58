// verdict: missed - one pass of 49 products, two numbers a read
#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[ROWS][40];
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < 38; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
        }
    __syncthreads();
    float sum = 0;
    int odd = threadIdx.x % 2;
    for (int j = 0; j < 7; j++) {
        float row[8];
        for (int k = 0; k < 4; k++) {
            float2 pair = *reinterpret_cast<float2 *>(&tile[threadIdx.y + j][threadIdx.x - odd + 2 * k]);
            row[2 * k] = pair.x;
            row[2 * k + 1] = pair.y;
        }
        #pragma unroll
        for (int k = 0; k < 7; k++)
            sum += filter[j] * filter[k] * (odd ? row[k + 1] : row[k]);
    }
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
