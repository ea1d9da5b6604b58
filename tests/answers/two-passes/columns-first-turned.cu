// The columns first, into an array of 8 rows with their halo, then the rows.
template <typename T> __device__ T at(const T *in, int u, int v, int w, int h)
{
    return u >= 0 && u < w && v >= 0 && v < h ? in[v * w + u] : T(0);
}
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[14][40], half_done[8][40];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32 - 3, top = blockIdx.y * 8 - 3;
    for (int j = y; j < 14; j += 8) {
        tile[j][x] = at(in, left + x, top + j, width, height);
        if (x < 6)
            tile[j][x + 32] = at(in, left + x + 32, top + j, width, height);
    }
    __syncthreads();
    for (int k = x; k < 38; k += 32) {
        float sum = 0;
        for (int j = 0; j < 7; j++)
            sum += filter[j] * tile[y + j][k];
        half_done[y][k] = sum;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 7; k++)
        sum += filter[k] * half_done[y][x + k];
    if (left + 3 + x < width && top + 3 + y < height)
        out[(top + 3 + y) * width + left + 3 + x] = sum;
}
