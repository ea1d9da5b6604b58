// The filter makes one value of two rows, and shuffles bring the columns beside it. At the ends of a warp a lane reads them.
extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int wide, int high)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int lane = threadIdx.x % 32;
    auto column = [&](int at) {
        return tex2D<float>(image, at + 0.5f, y + 0.0f) + tex2D<float>(image, at + 0.5f, y + 1.0f);
    };
    const float middle = column(x);
    float before = __shfl_up_sync(0xffffffff, middle, 1);
    float after = __shfl_down_sync(0xffffffff, middle, 1);
    float outside = 0;
    if ((lane + 1) % 32 < 2) outside = column(x - 1 + lane / 16 * 2);
    before = lane == 0 ? outside : before;
    after = lane == 31 ? outside : after;
    if (x < wide && y < high)
        out[y * wide + x] = 0.125f * (before + after) + 0.25f * middle;
}
