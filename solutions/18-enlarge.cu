// Exercise enlarge: one solution.
//
// The middle of pixel x is at x + 0.5, counted in pixels. The scale
// turns that into texels. The texture takes care of its own half.

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float u = (x + 0.5f) * from_width / width;
    float v = (y + 0.5f) * from_height / height;
    out[y * width + x] = tex2D<float>(image, u, v);
}
