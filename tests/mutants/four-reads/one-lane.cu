// verdict: missed - the first thread of each warp does the work of all

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || threadIdx.x != 0)
        return;

    for (int i = x; i < x + 32 && i < width; i++) {
        float sum = tex2D<float>(image, i, y)
                    + tex2D<float>(image, i + 1, y)
                    + tex2D<float>(image, i, y + 1)
                    + tex2D<float>(image, i + 1, y + 1);
        out[y * width + i] = sum / 4;
    }
}
