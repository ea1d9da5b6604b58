// verdict: missed - the largest number comes bit by bit, by 32 ballots
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = in[i] ^ 0x80000000u, best = 0;
    bool may = true;
    for (int bit = 31; bit >= 0; bit--) {
        bool has = may && mine >> bit & 1;
        if (__ballot_sync(0xffffffff, has)) {
            best |= 1u << bit;
            may = has;
        }
    }
    if (threadIdx.x % 32 == 0)
        out[i / 32] = best ^ 0x80000000u;
}
