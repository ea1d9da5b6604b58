// One gather brings the four texels, and the thread weighs them.
extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = (x + 0.5f) * from_width / width, v = (y + 0.5f) * from_height / height;
    float a = floorf((u - 0.5f) * 256 + 0.5f) / 256, b = floorf((v - 0.5f) * 256 + 0.5f) / 256;
    float4 q = tex2Dgather<float4>(image, u, v, 0);
    float fx = a - floorf(a), fy = b - floorf(b);
    if (x < width && y < height)
        out[y * width + x] = (1 - fy) * ((1 - fx) * q.w + fx * q.z) + fy * ((1 - fx) * q.x + fx * q.y);
}
