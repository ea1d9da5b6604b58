// verdict: missed - four of the eight warps make both passes

__constant__ float filter[7];

extern "C" __global__ void soften(const float *in, float *out, int width,
                                  int height)
{
    __shared__ float tile[14][38], rows[14][32];
    int x = blockIdx.x * 32, y = blockIdx.y * 8, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 14; j += 8)
        for (int k = lane; k < 38; k += 32) {
            int u = x - 3 + k, v = y - 3 + j;
            bool inside = u >= 0 && u < width && v >= 0 && v < height;
            tile[j][k] = inside ? in[v * width + u] : 0;
        }
    __syncthreads();
    for (int j = threadIdx.y; j < 14 && threadIdx.y < 4; j += 4) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += filter[k] * tile[j][lane + k];
        rows[j][lane] = sum;
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 8 && threadIdx.y < 4; j += 4) {
        float sum = 0;
        for (int k = 0; k < 7; k++)
            sum += filter[k] * rows[j + k][lane];
        if (x + lane < width && y + j < height)
            out[(y + j) * width + x + lane] = sum;
    }
}
