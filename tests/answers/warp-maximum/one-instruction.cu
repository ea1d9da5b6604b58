// GPUs since sm_80 have an instruction for that; the others shuffle.
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int best = in[i];
#if __CUDA_ARCH__ >= 800
    best = __reduce_max_sync(0xffffffff, best);
#else
    for (int far = 16; far > 0; far /= 2)
        best = max(best, __shfl_down_sync(0xffffffff, best, far));
#endif
    if (lane == 0)
        out[i / 32] = best;
}
