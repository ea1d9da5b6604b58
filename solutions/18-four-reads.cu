// Exercise four-reads: one solution.
//
// The middle of texel (x, y) is at (x + 0.5, y + 0.5), so (x, y) and
// (x + 1, y + 1) are two of its corners. A read at a corner is the mean
// of the four texels that meet there. In the mean of all four corners
// the pixel itself is counted four times, its neighbours at the sides
// twice, those at the corners once.

extern "C" __global__ void blur(cudaTextureObject_t image, float *out,
                                int width, int height)
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
