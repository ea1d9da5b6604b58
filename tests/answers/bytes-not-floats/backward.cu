// The first thread has the last pixels: the stores of a warp need not begin with a sector.
extern "C" __global__ void make_grey(const unsigned char *in, unsigned char *out, int pixels)
{
    int i = pixels / 4 - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < 0)
        return;
    int4 v = reinterpret_cast<const int4 *>(in)[i];
    auto grey = [](unsigned w) { return (77 * (w & 0xff) + 150 * (w >> 8 & 0xff) + 29 * (w >> 16 & 0xff)) >> 8; };
    reinterpret_cast<unsigned *>(out)[i] = grey(v.x) | grey(v.y) << 8 | grey(v.z) << 16 | grey(v.w) << 24;
}
