// verdict: missed - the bytes are put into the output one by one, with atomics
extern "C" __global__ void make_grey(const unsigned char *in, unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= pixels)
        return;
    uint4 v = ((const uint4 *)in)[i];
    unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int p = 0; p < 4; p++) {
        unsigned g = (77 * (w[p] & 255) + 150 * (w[p] >> 8 & 255) + 29 * (w[p] >> 16 & 255)) / 256;
        atomicAnd((unsigned *)out + i, ~(255u << 8 * p));
        atomicOr((unsigned *)out + i, g << 8 * p);
    }
}
