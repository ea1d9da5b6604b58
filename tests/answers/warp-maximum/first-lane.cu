// The lane that has the largest number stores it.
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, mine = in[i], best = mine;
    for (int bit = 1; bit < 32; bit *= 2)
        best = max(best, __shfl_xor_sync(0xffffffff, best, bit));
    unsigned who = __ballot_sync(0xffffffff, mine == best);
    if (lane == __ffs(who) - 1)
        out[i / 32] = mine;
}
