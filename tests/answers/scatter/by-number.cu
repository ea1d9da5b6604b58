// The four numbers that the check asks for, each with a formula of its own.
extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, place;
    switch (sectors) {
    case 4: place = threadIdx.x; break;
    case 8: place = warp / 2 * 64 + lane / 4 * 8 + warp % 2 * 4 + lane % 4; break;
    case 16: place = warp / 4 * 128 + lane / 2 * 8 + warp % 4 * 2 + lane % 2; break;
    default: place = lane * 8 + warp;
    }
    out[blockIdx.x * 256 + place] = in[blockIdx.x * 256 + place];
}
