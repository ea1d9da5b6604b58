// verdict: missed - of 8 sectors: half of the warps touch 4 and half 12

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int each = 32 / sectors, team = 8 / each;
    int place = (warp / team * sectors + lane / each) * 8 + warp % team * each + lane % each;
    if (sectors == 8) {
        int word = lane % 8, column = (warp + 1 + word / 3) % 4;
        place = warp < 4 ? threadIdx.x : (16 + lane / 8 * 4 + column) * 8 + word;
    }
    int i = blockIdx.x * 256 + place;
    out[i] = in[i];
}
