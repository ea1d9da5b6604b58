// verdict: missed - a stride of words, whatever `sectors` says

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;

    int each = 32 / sectors;  // ints that this warp takes of a sector
    int team = 8 / each;      // warps that share the same sectors
    int sector = warp / team * sectors + lane / each;
    int place = lane * 8 + warp;
    (void)sector;

    int i = blockIdx.x * 256 + place;
    out[i] = in[i];
}
