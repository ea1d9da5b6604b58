// The number of ints of a sector at compile time.
template <int EACH> __device__ int place(int warp, int lane)
{
    constexpr int TEAM = 8 / EACH, SECTORS = 32 / EACH;
    return (warp / TEAM * SECTORS + lane / EACH) * 8 + warp % TEAM * EACH + lane % EACH;
}
extern "C" __global__ void scatter(const int *__restrict__ in, int *__restrict__ out, int sectors)
{
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, first = blockIdx.x * blockDim.x;
    int at = sectors == 4 ? place<8>(warp, lane) : sectors == 8 ? place<4>(warp, lane)
        : sectors == 16 ? place<2>(warp, lane) : place<1>(warp, lane);
    __stcs(out + first + at, __ldcs(in + first + at));
}
