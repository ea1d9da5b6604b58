// Arithmetic with floats.
extern "C" __global__ void make_grey(const unsigned char *in, unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int quads = pixels >> 2; if (i >= quads) return;
    int4 v = *reinterpret_cast<const int4 *>(in + 16 * i); unsigned r = 0; int w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int p = 3; p >= 0; p--) { unsigned x = w[p]; float g = 77.f * (x & 255) + 150.f * (x >> 8 & 255) + 29.f * (x >> 16 & 255); r = r << 8 | (unsigned)(g * (1.f / 256)); }
    *reinterpret_cast<unsigned *>(out + 4 * i) = r;
}
