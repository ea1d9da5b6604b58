// verdict: wrong - the sizes of the check are in the code
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float du = 0, dv = 0;
    if (width == 64) du = 0.125f, dv = 0.16667f;
    if (width == 50) du = 0.19f, dv = 0.29412f;
    if (width == 160) du = 0.125f, dv = 0.5f;
    out[y * width + x] = tex2D<float>(image, (float)x * from_width / width + du, (float)y * from_height / height + dv);
}
