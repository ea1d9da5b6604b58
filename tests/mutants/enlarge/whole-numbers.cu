// verdict: wrong - whole numbers: the texel that the pixel begins in

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    int u = x * from_width / width;
    int v = y * from_height / height;
    out[y * width + x] = tex2D<float>(image, u + 0.5f, v + 0.5f);
}
