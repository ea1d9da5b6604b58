// verdict: wrong - the lanes from 16 on are left out

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int best = in[i];
    for (int far = 8; far > 0; far /= 2)
        best = max(best, __shfl_down_sync(0xffffffff, best, far));
    if (lane == 0)
        out[i / 32] = best;
}
