// verdict: missed - half of the lanes copy two numbers each

extern "C" __global__ void scatter(const int *in, int *out, int sectors)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int each = 32 / sectors, team = 8 / each;
    if (sectors <= 16) {
        if (lane >= 16) return;
        int h = each / 2;
        int place = (warp / team * sectors + lane / h) * 8 + warp % team * each + lane % h * 2;
        int i = blockIdx.x * 256 + place;
        *(int2 *)&out[i] = *(const int2 *)&in[i];
        return;
    }
    int place = (warp / team * sectors + lane / each) * 8 + warp % team * each + lane % each;
    int i = blockIdx.x * 256 + place;
    out[i] = in[i];
}
