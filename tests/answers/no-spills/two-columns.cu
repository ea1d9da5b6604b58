// Half of the warps: each thread counts in two neighbouring columns.
extern "C" __global__ void above_mean(const int *in, int *out)
{
    if (threadIdx.x >= 64)
        return;
    int pair = blockIdx.x * 64 + threadIdx.x, pairs = gridDim.x * 64;
    const int2 *two = (const int2 *)in;
    int2 total = {0, 0}, above = {0, 0};
#pragma unroll 8
    for (int k = 0; k < 64; k++) {
        int2 v = two[k * pairs + pair];
        total.x += v.x, total.y += v.y;
    }
#pragma unroll 8
    for (int k = 0; k < 64; k++) {
        int2 v = two[k * pairs + pair];
        above.x += v.x * 64 > total.x, above.y += v.y * 64 > total.y;
    }
    ((int2 *)out)[pair] = above;
}
