// The sectors of a warp lie as far apart as they can.
extern "C" __global__ void scatter(const int *in, int *out, int sectors) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int each = 32 / sectors, groups = 32 / sectors;
    // 32 sectors of a block; group g of warps takes sectors g, g + groups, ...
    int team = 8 / each, g = warp / team;
    int sector = (lane / each) * groups + g;
    int place = sector * 8 + (warp % team) * each + lane % each;
    int i = blockIdx.x * 256 + place;
    out[i] = in[i];
}
