// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, cudaTextureObject_t image,
                         float *out, int width, int height,
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
#undef blockIdx

extern "C" __global__ void enlarge(cudaTextureObject_t image,
                                   float *out, int width, int height,
                                   int from_width, int from_height)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, image, out,
                 width, height, from_width, from_height);
}
