// verdict: wrong - floats are shuffled: right only for small numbers
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best = in[i];
    for (int far = 16; far > 0; far /= 2) best = fmaxf(best, __shfl_down_sync(0xffffffff, best, far));
    if (threadIdx.x % 32 == 0) out[i / 32] = best;
}
