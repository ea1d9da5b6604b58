// Powers of two: shifts and masks.
extern "C" __global__ void scatter(const int *__restrict__ in, int *__restrict__ out, int sectors)
{
    const int bits = 31 - __clz(32 / sectors); // log2 of the ints that a lane's warp takes of a sector
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, team = 3 - bits;
    const int sector = (warp >> team) * sectors + (lane >> bits);
    const int place = ((warp & ((1 << team) - 1)) << bits) + (lane & ((1 << bits) - 1));
    const int i = blockIdx.x * blockDim.x + sector * 8 + place;
    out[i] = __ldg(in + i);
}
