// verdict: missed - a lane reads one texel, and all interpolate by hand what shuffles bring
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    float sx = (float)from_width / width, sy = (float)from_height / height;
    float u = (x + .5f) * sx - .5f, v = (y + .5f) * sy - .5f;
    int lane = threadIdx.x, fx = (int)floorf((blockIdx.x * 32 + .5f) * sx - .5f), fy = (int)floorf(v);
    float t = tex2D<float>(image, fx + (lane & 15) + .5f, fy + lane / 16 + .5f);
    int a = (int)floorf(u) - fx; float p = u - floorf(u), q = v - floorf(v);
    float A = __shfl_sync(~0u, t, a & 31), B = __shfl_sync(~0u, t, a + 1 & 31), C = __shfl_sync(~0u, t, a + 16 & 31), D = __shfl_sync(~0u, t, a + 17 & 31);
    if (x < width && y < height) out[y * width + x] = (1 - q) * ((1 - p) * A + p * B) + q * ((1 - p) * C + p * D);
}
