// The bits of the warp's number move behind those of the lane.
extern "C" __global__ void scatter(const int *in, int *out, int sectors) {
    int bits = __ffs(sectors) - 3; // 0..3
    unsigned t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned low = warp & ((1u << bits) - 1), high = warp >> bits;
    unsigned place = ((high << 5 | lane) << bits) | low;
    const int *from = in + blockIdx.x * 256u;
    (out + blockIdx.x * 256u)[place] = from[place];
}
