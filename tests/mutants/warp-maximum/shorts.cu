// verdict: wrong - 16 bits of each number
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best = (short)in[i];
    for (int far = 16; far > 0; far /= 2) best = max(best, (int)(short)__shfl_xor_sync(0xffffffff, best, far));
    if (threadIdx.x % 32 == 0) out[i / 32] = best;
}
