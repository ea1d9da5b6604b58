// Every team's warps take their ints from the ends of a sector, and every second warp goes through the sectors backwards.
__device__ int place_of(int warp, int lane, int each)
{
    int team = 8 / each, sectors = 32 / each;
    int sector = lane / each ^ (warp & 1 ? sectors - 1 : 0);
    int word = (warp % team * each + lane % each) ^ 7;
    return (warp / team * sectors + sector) * 8 + word;
}

extern "C" __global__ void scatter(const int *__restrict__ in, int *__restrict__ out, int sectors)
{
    int i = 256 * blockIdx.x + place_of(threadIdx.x >> 5, threadIdx.x & 31, 32 / sectors);
    out[i] = __ldg(in + i);
}
