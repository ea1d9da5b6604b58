// verdict: missed - filters along the rows only: six reads

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        float v = y + dy + 0.5f;
        sum += (2 - abs(dy)) * (tex2D<float>(image, x, v)
                                + tex2D<float>(image, x + 1, v));
    }
    out[y * width + x] = sum / 8;
}
