// verdict: missed - one pass of 49 products, split over two lanes
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
    int pair = threadIdx.x % 16, half = threadIdx.x / 16;
    float a = 0, b = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int j = 4 * half + i;
        if (j > 6) break;
        float w[8];
#pragma unroll
        for (int k = 0; k < 8; k += 2) {
            float2 p = *(const float2 *)&tile[threadIdx.y + j][2 * pair + k];
            w[k] = p.x; w[k + 1] = p.y;
        }
        float f = half ? filter[i + 4 > 6 ? 6 : i + 4] : filter[i];
#pragma unroll
        for (int k = 0; k < 7; k++) {
            a += f * filter[k] * w[k];
            b += f * filter[k] * w[k + 1];
        }
    }
    a += __shfl_xor_sync(~0u, a, 16);
    b += __shfl_xor_sync(~0u, b, 16);
    int x = blockIdx.x * 32 + 2 * pair + half, y = blockIdx.y * 8 + threadIdx.y;
    if (y < height && x < width) out[y * width + x] = half ? b : a;
}
