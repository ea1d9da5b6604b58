// All threads read, those beyond the edge as well, and then the guard decides who stores.

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float step_x = (float)from_width / width;
    float step_y = (float)from_height / height;
    float value = tex2D<float>(image, x * step_x + step_x / 2,
                               y * step_y + step_y / 2);
    if (x < width && y < height)
        out[y * width + x] = value;
}
