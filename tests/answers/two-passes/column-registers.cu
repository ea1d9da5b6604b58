// down the columns first, into registers; then along the rows by shuffles. Two passes of seven, nothing stored between.
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[14][38];
    int lane = threadIdx.x, row = threadIdx.y, x0 = blockIdx.x * 32 - 3, y0 = blockIdx.y * 8 - 3;
    for (int j = row; j < 14; j += 8)
        for (int k = lane; k < 38; k += 32)
            tile[j][k] = (unsigned)(x0 + k) < width && (unsigned)(y0 + j) < height ? in[(y0 + j) * width + x0 + k] : 0;
    __syncthreads();
    float here = 0, there = 0;
#pragma unroll
    for (int j = 0; j < 7; j++) here += filter[j] * tile[row + j][lane];
    if (lane < 6)
#pragma unroll
        for (int j = 0; j < 7; j++) there += filter[j] * tile[row + j][32 + lane];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 7; k++) {
        float a = __shfl_sync(~0u, here, lane + k), b = __shfl_sync(~0u, there, lane + k);
        sum += filter[k] * (lane + k < 32 ? a : b);
    }
    int x = x0 + 3 + lane, y = y0 + 3 + row;
    if (x < width && y < height) out[y * width + x] = sum;
}
