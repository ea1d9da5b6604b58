// Exercise scatter: one solution.
//
// A sector holds 8 ints. If a warp may touch `sectors` of them with its
// 32 lanes, it takes 32 / sectors ints from each. The other warps of its
// team take the rest of the same sectors.

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    int each = 32 / sectors;  // ints that this warp takes of a sector
    int team = 8 / each;      // warps that share the same sectors
    int sector = warp / team * sectors + lane / each;
    int place = sector * 8 + warp % team * each + lane % each;

    int i = blockIdx.x * 256 + place;
    out[i] = in[i];
}
