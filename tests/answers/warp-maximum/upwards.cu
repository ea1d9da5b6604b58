// The maximum moves up, to the last lane.
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int best = in[i];
    for (int far = 1; far < 32; far *= 2)
        best = max(best, __shfl_up_sync(0xffffffff, best, far));
    if (lane == 31)
        out[i / 32] = best;
}
