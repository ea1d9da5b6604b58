// verdict: missed - not the numbers lie in shared memory but their products with one weight after another
#define RADIUS 3
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float slot[14][38];
    __shared__ float half_done[14][32];
    int t = threadIdx.x;
    float a[2], b[2], sum[2] = {0, 0};
    for (int r = 0; r < 2; r++) {
        int j = threadIdx.y + 8 * r;
        int v = blockIdx.y * 8 - 3 + j, u = blockIdx.x * 32 - 3 + t;
        bool row = j < 14 && v >= 0 && v < height;
        a[r] = row && u >= 0 && u < width ? in[v * width + u] : 0;
        b[r] = row && t < 6 && u + 32 < width ? in[v * width + u + 32] : 0;
    }
    for (int k = 0; k < 7; k++) {
        for (int r = 0; r < 2; r++) {
            int j = threadIdx.y + 8 * r;
            if (j < 14) {
                slot[j][t] = filter[k] * a[r];
                if (t < 6)
                    slot[j][32 + t] = filter[k] * b[r];
            }
        }
        __syncthreads();
        for (int r = 0; r < 2; r++) {
            int j = threadIdx.y + 8 * r;
            if (j < 14)
                sum[r] += slot[j][t + k];
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; r++) {
        int j = threadIdx.y + 8 * r;
        if (j < 14)
            half_done[j][t] = sum[r];
    }
    __syncthreads();
    float s = 0;
    for (int j = 0; j < 7; j++)
        s += filter[j] * half_done[threadIdx.y + j][t];
    int x = blockIdx.x * 32 + t, y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = s;
}
