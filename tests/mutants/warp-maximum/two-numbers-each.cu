// verdict: missed - half of the lanes load two numbers each
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int best = -2147483647 - 1;
    if (lane < 16) { int2 v = ((const int2 *)(in + i - lane))[lane]; best = max(v.x, v.y); }
    for (int far = 8; far; far /= 2) best = max(best, __shfl_down_sync(0xffffffff, best, far));
    if (lane == 0) out[i / 32] = best;
}
