// Exercise bytes-not-floats: bytes instead of floats.
//
// A pixel comes as four bytes: red, green, blue and one that is not
// used. It goes as one byte, its grey value. Each thread has four
// neighbouring pixels. Load them at once, and store them at once.
//
// Check it: type "check bytes-not-floats" at the prompt of Warpschool.

extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: twelve loads and four stores of one byte each.
    for (int p = 4 * i; p < 4 * i + 4 && p < pixels; p++)
        out[p] = (77 * in[4 * p] + 150 * in[4 * p + 1] +
                  29 * in[4 * p + 2]) / 256;
}
