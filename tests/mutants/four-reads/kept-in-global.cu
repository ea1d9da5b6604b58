// verdict: missed - no filter: a tile in global memory, each texel read once
__device__ float kept[16][10 * 34];
extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int width, int height) {
    float *tile = kept[blockIdx.y * gridDim.x + blockIdx.x];
    int t = threadIdx.y * 32 + threadIdx.x;
    for (int k = t; k < 340; k += 256)
        tile[k] =
            tex2D<float>(image, (int)(blockIdx.x * 32) - 1 + k % 34 + 0.5f, (int)(blockIdx.y * 8) - 1 + k / 34 + 0.5f);
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += (2 - abs(dx - 1)) * (2 - abs(dy - 1)) * tile[(threadIdx.y + dy) * 34 + threadIdx.x + dx];
    out[y * width + x] = sum / 16;
}
