// verdict: missed - four loads of one pixel, in four rounds

static __device__ unsigned grey(unsigned pixel)
{
    return (77 * (pixel & 255) + 150 * (pixel >> 8 & 255) +
            29 * (pixel >> 16 & 255)) / 256;
}

extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned packed = 0;
    if (4 * i >= pixels)
        return;
    for (int k = 0; k < 4; k++)
        packed |= grey(((const unsigned *)in)[4 * i + k]) << 8 * k;
    ((unsigned *)out)[i] = packed;
}
