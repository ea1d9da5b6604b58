// verdict: wrong - the first pixel is put into the highest byte

static __device__ unsigned grey(unsigned pixel)
{
    return (77 * (pixel & 255) + 150 * (pixel >> 8 & 255) +
            29 * (pixel >> 16 & 255)) / 256;
}

extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= pixels)
        return;
    uint4 four = ((const uint4 *)in)[i];
    ((unsigned *)out)[i] = grey(four.x) << 24 | grey(four.y) << 16 |
                           grey(four.z) << 8 | grey(four.w);
}
