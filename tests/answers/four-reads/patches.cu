// A warp has a patch of 8 x 4 pixels, whose texels lie together.
extern "C" __global__ void blur(cudaTextureObject_t image, float *__restrict__ out, int wide, int high)
{
    const int t = threadIdx.y * 32 + threadIdx.x, warp = t / 32, lane = t % 32;
    const int x = blockIdx.x * 32 + warp % 4 * 8 + lane % 8, y = blockIdx.y * 8 + warp / 4 * 4 + lane / 8;
    if (x >= wide || y >= high)
        return;
    float sum = 0;
#pragma unroll
    for (int corner = 0; corner < 4; corner++)
        sum += tex2D<float>(image, x + corner % 2, y + corner / 2);
    out[y * wide + x] = 0.25f * sum;
}
