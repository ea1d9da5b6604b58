// verdict: missed - one lane of a warp looks at its number again and again; the others read the clock meanwhile
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = i / 32;
    int best = in[i];
    if (lane == 0) {
        for (int k = 0; k < 8; k++) best = max(best, in[i]);
    } else {
#pragma unroll
        for (int k = 0; k < 8; k++) { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)); }
    }
    for (int far = 16; far > 0; far /= 2) best = max(best, __shfl_xor_sync(~0u, best, far));
    if (lane == 0) out[warp] = best;
}
