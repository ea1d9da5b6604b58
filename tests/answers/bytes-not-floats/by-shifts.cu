// Bytes come out of words by shifts.
__device__ unsigned grey(unsigned pixel)
{
    unsigned red = pixel & 255, green = pixel >> 8 & 255;
    unsigned blue = pixel >> 16 & 255;
    return (77 * red + 150 * green + 29 * blue) >> 8;
}

extern "C" __global__ void make_grey(const uint4 *in, uchar4 *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels / 4) {
        uint4 four = in[i];
        out[i] = make_uchar4(grey(four.x), grey(four.y), grey(four.z),
                             grey(four.w));
    }
}
