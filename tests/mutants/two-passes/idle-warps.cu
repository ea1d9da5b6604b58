// verdict: missed - half of the warps do everything, the others count
#define RADIUS 3
#define WIDE 32
#define HIGH 8
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS], mid[ROWS][WIDE];
    int z = 0; bool lazy = threadIdx.y >= 4;
    if (lazy) for (int i = 0; i < 280; i++) asm volatile("mov.u32 %0, %0;" : "+r"(z));
    if (!lazy) for (int j = threadIdx.y; j < ROWS; j += 4)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE) {
            int u = blockIdx.x * WIDE - RADIUS + k, v = blockIdx.y * HIGH - RADIUS + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
        }
    __syncthreads();
    if (!lazy) for (int j = threadIdx.y; j < ROWS; j += 4) { float s = 0;
        for (int k = 0; k < 7; k++) s += filter[k] * tile[j][threadIdx.x + k];
        mid[j][threadIdx.x] = s; }
    __syncthreads();
    if (!lazy) for (int j = threadIdx.y; j < HIGH; j += 4) { float s = 0;
        for (int k = 0; k < 7; k++) s += filter[k] * mid[j + k][threadIdx.x];
        int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + j;
        if (x < width && y < height) out[y * width + x] = s; }
}
