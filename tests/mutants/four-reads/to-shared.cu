// verdict: missed - copies a tile into shared memory first

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[10][34];
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 34; i += 32)
            tile[j][i] = tex2D<float>(image, blockIdx.x * 32 + i - 0.5f,
                                      blockIdx.y * 8 + j - 0.5f);
    __syncthreads();
    if (x >= width || y >= height)
        return;

    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += (dx == 1 ? 2 : 1) * (dy == 1 ? 2 : 1)
                   * tile[threadIdx.y + dy][threadIdx.x + dx];
    out[y * width + x] = sum / 16;
}
