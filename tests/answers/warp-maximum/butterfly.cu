// Every lane gets the maximum, and lane 31 stores it.
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int best = in[i];
    for (int bit = 1; bit < 32; bit *= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, bit));
    if (lane == 31)
        out[i / 32] = best;
}
