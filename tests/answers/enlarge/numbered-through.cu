// The pixels of the picture are numbered through.
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int p = block * 256 + threadIdx.y * 32 + threadIdx.x;      // pixels in a row, one behind the other
    if (p >= width * height) return;
    int x = p % width, y = p / width;
    out[p] = tex2D<float>(image, (x + 0.5f) * from_width / width, (y + 0.5f) * from_height / height);
}
