// verdict: missed - the first thread of each warp does the work of all

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || threadIdx.x != 0)
        return;

    float v = (y + 0.5f) * from_height / height;
    for (int i = x; i < x + 32 && i < width; i++) {
        float u = (i + 0.5f) * from_width / width;
        out[y * width + i] = tex2D<float>(image, u, v);
    }
}
