// verdict: missed - interpolates by hand, with four reads

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float u = (x + 0.5f) * from_width / width - 0.5f;
    float v = (y + 0.5f) * from_height / height - 0.5f;
    float left = floorf(u), top = floorf(v);
    float a = u - left, b = v - top;
    float upper = (1 - a) * tex2D<float>(image, left + 0.5f, top + 0.5f)
                  + a * tex2D<float>(image, left + 1.5f, top + 0.5f);
    float lower = (1 - a) * tex2D<float>(image, left + 0.5f, top + 1.5f)
                  + a * tex2D<float>(image, left + 1.5f, top + 1.5f);
    out[y * width + x] = (1 - b) * upper + b * lower;
}
