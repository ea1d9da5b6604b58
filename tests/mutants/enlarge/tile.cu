// verdict: missed - the texels of a block lie in a tile, and are interpolated by hand
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    __shared__ float tile[8][32];
    int fx = (int)floorf((blockIdx.x * 32 + .5f) * from_width / width - .5f), fy = (int)floorf((blockIdx.y * 8 + .5f) * from_height / height - .5f);
    tile[threadIdx.y][threadIdx.x] = tex2D<float>(image, fx + (int)threadIdx.x + .5f, fy + (int)threadIdx.y + .5f);
    __syncthreads();
    if (x >= width || y >= height) return;
    float u = (x + .5f) * from_width / width - .5f, v = (y + .5f) * from_height / height - .5f, p = u - floorf(u), q = v - floorf(v);
    int a = (int)floorf(u) - fx, b = (int)floorf(v) - fy;
    out[y * width + x] = (1 - q) * ((1 - p) * tile[b][a] + p * tile[b][a + 1]) + q * ((1 - p) * tile[b + 1 & 7][a] + p * tile[b + 1 & 7][a + 1]);
}
