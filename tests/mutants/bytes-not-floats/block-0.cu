// verdict: missed - block 0 does the work of all

static __device__ unsigned grey(unsigned pixel)
{
    return (77 * (pixel & 255) + 150 * (pixel >> 8 & 255) +
            29 * (pixel >> 16 & 255)) / 256;
}

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const unsigned char *in,
                         unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= pixels)
        return;
    uint4 four = ((const uint4 *)in)[i];
    ((unsigned *)out)[i] = grey(four.x) | grey(four.y) << 8 |
                           grey(four.z) << 16 | grey(four.w) << 24;
}
#undef blockIdx

extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out,
                 pixels);
}
