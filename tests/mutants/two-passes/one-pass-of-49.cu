// verdict: missed - one pass of 49 products, for two neighbours at a time
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ __align__(16) float tile[14][40];
    for (int j = threadIdx.y; j < 14; j += 8)
        for (int k = threadIdx.x; k < 38; k += 32) {
            int u = blockIdx.x * 32 - 3 + k, v = blockIdx.y * 8 - 3 + j;
            bool inside = u >= 0 && u < width && v >= 0 && v < height;
            tile[j][k] = inside ? in[v * width + u] : 0;
        }
    __syncthreads();
    if (threadIdx.x >= 16) return;
    float a = 0, b = 0;
#pragma unroll
    for (int j = 0; j < 7; j++) {
        float w[8];
#pragma unroll
        for (int k = 0; k < 8; k += 2) {
            float2 p = *(const float2 *)&tile[threadIdx.y + j][2 * threadIdx.x + k];
            w[k] = p.x; w[k + 1] = p.y;
        }
#pragma unroll
        for (int k = 0; k < 7; k++) {
            a += filter[j] * filter[k] * w[k];
            b += filter[j] * filter[k] * w[k + 1];
        }
    }
    int x = blockIdx.x * 32 + 2 * threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (y < height && x < width) out[y * width + x] = a;
    if (y < height && x + 1 < width) out[y * width + x + 1] = b;
}
