// A warp has a patch of 8 x 4 pixels, whose texels lie together; a helper knows the place.
__device__ float place(int pixel, int pixels, int texels)
{
    return fmaf((float)pixel, (float)texels / pixels, 0.5f * texels / pixels);
}

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int wide, int high, int from_width,
                                   int from_height)
{
    const int t = threadIdx.y * 32 + threadIdx.x, warp = t / 32, lane = t % 32;
    const int x = blockIdx.x * 32 + warp % 4 * 8 + lane % 8, y = blockIdx.y * 8 + warp / 4 * 4 + lane / 8;
    if (x < wide && y < high)
        out[y * wide + x] = tex2D<float>(image, place(x, wide, from_width), place(y, high, from_height));
}
