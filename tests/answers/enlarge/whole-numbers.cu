// The place in whole numbers, and tex2DLod at level 0.
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + (blockDim.y - 1 - threadIdx.y);
    if (x >= width || y >= height) return;
    float u = (float)((2 * x + 1) * from_width) / (float)(2 * width);
    float v = (float)((2 * y + 1) * from_height) / (float)(2 * height);
    out[y * width + x] = tex2DLod<float>(image, u, v, 0.0f);
}
