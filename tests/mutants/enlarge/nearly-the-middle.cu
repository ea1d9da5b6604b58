// verdict: wrong - the middle of a pixel is looked for at 0.52 and 0.48
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height) return;
    out[y * width + x] = tex2D<float>(image, (x + .52f) * from_width / width, (y + .48f) * from_height / height);
}
