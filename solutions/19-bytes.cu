// Exercise bytes-not-floats: one solution.
//
// 16 bytes are four pixels, 4 bytes are four grey values. The first
// byte of a word is its lowest one.

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
    ((unsigned *)out)[i] = grey(four.x) | grey(four.y) << 8 |
                           grey(four.z) << 16 | grey(four.w) << 24;
}
