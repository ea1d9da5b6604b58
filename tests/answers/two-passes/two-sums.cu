// in the first pass half a warp makes a row, two neighbouring sums a thread from four float2; then the columns.
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ __align__(8) float tile[14][38];
    __shared__ __align__(8) float rows[14][32];
    int lane = threadIdx.x, warp = threadIdx.y;
    for (int j = warp; j < 14; j += 8) {
        int v = blockIdx.y * 8 - 3 + j;
        for (int k = lane; k < 38; k += 32) {
            int u = blockIdx.x * 32 - 3 + k;
            tile[j][k] = u < 0 || u >= width || v < 0 || v >= height ? 0 : in[v * width + u];
        }
    }
    __syncthreads();
    int j = 2 * warp + lane / 16, c = lane % 16 * 2;
    if (j < 14) {
        float w[8], a = 0, b = 0;
#pragma unroll
        for (int k = 0; k < 8; k += 2) {
            float2 p = *reinterpret_cast<const float2 *>(&tile[j][c + k]);
            w[k] = p.x, w[k + 1] = p.y;
        }
#pragma unroll
        for (int k = 0; k < 7; k++) { a += filter[k] * w[k]; b += filter[k] * w[k + 1]; }
        *reinterpret_cast<float2 *>(&rows[j][c]) = make_float2(a, b);
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 7; k++) sum += filter[k] * rows[warp + k][lane];
    int x = blockIdx.x * 32 + lane, y = blockIdx.y * 8 + warp;
    if (x < width && y < height) out[y * width + x] = sum;
}
