// A warp takes 16 by 2 pixels.
extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int width, int height) {
    int t = threadIdx.y * 32 + threadIdx.x;
    int x = blockIdx.x * 32 + (t & 15) + (t >> 7) * 16, y = blockIdx.y * 8 + (t >> 4 & 7);
    if (x >= width || y >= height) return;
    float a = tex2D<float>(image, x, y), b = tex2D<float>(image, x + 1.f, y), c = tex2D<float>(image, x, y + 1.f),
          d = tex2D<float>(image, x + 1.f, y + 1.f);
    out[y * width + x] = (a + b + c + d) / 4;
}
