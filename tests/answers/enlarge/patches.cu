// A warp has four rows of eight pixels.
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * 32 + threadIdx.y % 4 * 8 + threadIdx.x % 8;
    int y = blockIdx.y * 8 + threadIdx.y / 4 * 4 + threadIdx.x / 8;
    if (x >= width || y >= height)
        return;
    out[y * width + x] = tex2D<float>(image, (x + .5f) / width * from_width, (y + .5f) / height * from_height);
}
