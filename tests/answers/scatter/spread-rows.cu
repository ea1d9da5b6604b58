// A row for each sector of a warp's load.
extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int t = threadIdx.x, each = 32 / sectors;
    int warp = t >> 5, lane = t & 31;
    int row = lane / each, column = lane % each;
    int i = 256 * blockIdx.x + row * (256 / sectors) + warp * each + column;
    out[i] = in[i];
}
