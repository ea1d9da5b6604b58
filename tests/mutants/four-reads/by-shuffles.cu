// verdict: missed - no filter: each lane reads three texels of its column, and shuffles bring the neighbours'
extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, t = threadIdx.x;
    int row = t < 3 ? t - 1 : t > 28 ? t - 30 : 0, column = t < 3 ? blockIdx.x * 32 - 1 : blockIdx.x * 32 + 32;
    float mine = tex2D<float>(image, x + 0.5f, y - 0.5f) + 2 * tex2D<float>(image, x + 0.5f, y + 0.5f) +
                 tex2D<float>(image, x + 0.5f, y + 1.5f);
    float edge = tex2D<float>(image, column + 0.5f, y + row + 0.5f) * (row == 0 ? 2 : 1), first = 0, last = 0;
    for (int i = 0; i < 3; i++) {
        first += __shfl_sync(~0u, edge, i);
        last += __shfl_sync(~0u, edge, 29 + i);
    }
    float left = __shfl_up_sync(~0u, mine, 1), right = __shfl_down_sync(~0u, mine, 1);
    if (t == 0)
        left = first;
    if (t == 31)
        right = last;
    if (x < width && y < height)
        out[y * width + x] = (left + 2 * mine + right) / 16;
}
