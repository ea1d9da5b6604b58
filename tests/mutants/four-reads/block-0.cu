// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, cudaTextureObject_t image,
                         float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float sum = tex2D<float>(image, x, y)
                + tex2D<float>(image, x + 1, y)
                + tex2D<float>(image, x, y + 1)
                + tex2D<float>(image, x + 1, y + 1);
    out[y * width + x] = sum / 4;
}
#undef blockIdx

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, image, out,
                 width, height);
}
