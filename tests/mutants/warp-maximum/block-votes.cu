// verdict: missed - the largest number of each warp comes bit by bit, by votes of the block
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = in[i] ^ 0x80000000u, best = 0;
    for (int warp = 0; warp < blockDim.x / 32; warp++) {
        bool may = threadIdx.x / 32 == warp;
        unsigned found = 0;
        for (int bit = 31; bit >= 0; bit--) {
            bool has = may && mine >> bit & 1;
            if (__syncthreads_or(has)) {
                found |= 1u << bit;
                may = has;
            }
        }
        if (threadIdx.x / 32 == warp)
            best = found;
    }
    if (threadIdx.x % 32 == 0)
        out[i / 32] = best ^ 0x80000000u;
}
