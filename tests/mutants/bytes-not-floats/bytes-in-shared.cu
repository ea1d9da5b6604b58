// verdict: missed - global memory sees wide accesses, and shared memory the single bytes

extern "C" __global__ void make_grey(const unsigned char *in,
                                     unsigned char *out, int pixels)
{
    __shared__ uint4 wide[128];
    __shared__ unsigned grey[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (4 * i >= pixels)
        return;
    wide[t] = ((const uint4 *)in)[i];
    const unsigned char *from = (const unsigned char *)&wide[t];
    unsigned char *to = (unsigned char *)&grey[t];
    for (int p = 0; p < 4; p++)
        to[p] = (77 * from[4 * p] + 150 * from[4 * p + 1] +
                 29 * from[4 * p + 2]) / 256;
    ((unsigned *)out)[i] = grey[t];
}
