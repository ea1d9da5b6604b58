// verdict: wrong - leaves the pixels of the border as they are

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
        return;
    }
    float sum = tex2D<float>(image, x, y)
                + tex2D<float>(image, x + 1, y)
                + tex2D<float>(image, x, y + 1)
                + tex2D<float>(image, x + 1, y + 1);
    out[y * width + x] = sum / 4;
}
