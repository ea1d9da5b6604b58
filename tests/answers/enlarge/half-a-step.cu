// Half a step of the small image is the middle of a pixel.
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height, int fw, int fh)
{
    int x = blockIdx.x * 32 + threadIdx.x,
        y = blockIdx.y * 8 + threadIdx.y;
    float sx = (float)fw / width, sy = (float)fh / height;
    if (x < width && y < height)
        out[y * width + x] =
            tex2D<float>(image, sx * x + 0.5f * sx, sy * y + 0.5f * sy);
}
