// verdict: missed - where the height is no multiple of 8 every second block does the work of two
__device__ void blur_block(cudaTextureObject_t image, float *out, int wide, int high, int block)
{
    int x = block * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = tex2D<float>(image, x, y) + tex2D<float>(image, x + 1, y) + tex2D<float>(image, x, y + 1) +
                tex2D<float>(image, x + 1, y + 1);
    if (x < wide && y < high)
        out[y * wide + x] = sum / 4;
}

extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int wide, int high)
{
    bool edge = high % 8 != 0;
    if (edge && blockIdx.x % 2 == 1)
        return;
    blur_block(image, out, wide, high, blockIdx.x);
    if (edge && blockIdx.x + 1 < gridDim.x)
        blur_block(image, out, wide, high, blockIdx.x + 1);
}
