// verdict: missed - block 0 looks at the numbers of all blocks

extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    if (blockIdx.x > 0)
        return;
    for (int block = 0; block < gridDim.x; block++) {
        int i = block * blockDim.x + threadIdx.x;
        int best = in[i];
        for (int half = 16; half > 0; half /= 2)
            best = max(best, __shfl_xor_sync(0xffffffff, best, half));
        if (threadIdx.x % 32 == 0)
            out[i / 32] = best;
    }
}
