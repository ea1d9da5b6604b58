// Columns first, rows then.

__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[14][38], done[8][38];
    int lane = threadIdx.x, row = threadIdx.y;
    for (int j = row; j < 14; j += 8)
        for (int k = lane; k < 38; k += 32) {
            int u = blockIdx.x * 32 - 3 + k, v = blockIdx.y * 8 - 3 + j;
            tile[j][k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
        }
    __syncthreads();
    for (int k = lane; k < 38; k += 32) {
        float sum = 0;
        for (int j = 0; j < 7; j++)
            sum = fmaf(filter[j], tile[row + j][k], sum);
        done[row][k] = sum;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 7; k++)
        sum = fmaf(filter[k], done[row][lane + k], sum);
    int x = blockIdx.x * 32 + lane, y = blockIdx.y * 8 + row;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
