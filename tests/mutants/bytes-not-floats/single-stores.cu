// verdict: missed - loaded at once, stored byte by byte

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
    out[4 * i] = grey(four.x);
    out[4 * i + 1] = grey(four.y);
    out[4 * i + 2] = grey(four.z);
    out[4 * i + 3] = grey(four.w);
}
