// verdict: missed - the pixels are taken apart in local memory
extern "C" __global__ void make_grey(const unsigned char *in, unsigned char *out, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= pixels)
        return;
    union { uint4 four; unsigned char bytes[16]; } v;
    union { unsigned word; unsigned char bytes[4]; } w;
    v.four = ((const uint4 *)in)[i];
#pragma unroll 1
    for (int p = 0; p < 4; p++)
        ((volatile unsigned char *)w.bytes)[p] = (77 * v.bytes[4 * p] + 150 * v.bytes[4 * p + 1] + 29 * v.bytes[4 * p + 2]) / 256;
    ((unsigned *)out)[i] = w.word;
}
