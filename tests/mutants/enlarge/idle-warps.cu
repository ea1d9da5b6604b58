// verdict: missed - two warps read, the others count
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.y >= 2) { for (int i = 0; i < 60; i++) asm volatile("mov.u32 %0, %0;" : "+r"(x)); return; }
    for (int j = threadIdx.y; j < 8; j += 2) {
        int y = blockIdx.y * blockDim.y + j;
        if (x < width && y < height)
            out[y * width + x] = tex2D<float>(image, (x + .5f) * from_width / width, (y + .5f) * from_height / height);
    }
}
