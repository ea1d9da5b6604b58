// A row belongs to one warp, which weighs it in its own place. The lanes
// wait until all have read.
__constant__ float filter[7];

extern "C" __global__ void soften(const float *in, float *out, int width,
                                  int height)
{
    __shared__ float tile[14][38];
    for (int j = threadIdx.y; j < 14; j += 8)
        for (int k = threadIdx.x; k < 38; k += 32) {
            int u = blockIdx.x * 32 - 3 + k, v = blockIdx.y * 8 - 3 + j;
            bool inside = u >= 0 && u < width && v >= 0 && v < height;
            tile[j][k] = inside ? in[v * width + u] : 0;
        }
    __syncthreads();
    for (int j = threadIdx.y; j < 14; j += 8) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += filter[k] * tile[j][threadIdx.x + k];
        __syncwarp();
        tile[j][threadIdx.x] = sum;
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 7; j++)
        sum += filter[j] * tile[threadIdx.y + j][threadIdx.x];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = sum;
}
