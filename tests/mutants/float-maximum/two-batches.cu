// verdict: missed - four words, and the warps store to them in two batches
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float of[4];
    int t = threadIdx.x, w = t / 32, warps = blockDim.x / 32;
    float mine = in[blockIdx.x * blockDim.x + t];
    for (int d = 16; d > 0; d /= 2) mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, d));
    if (t % 32 == 0 && w < 4) atomicExch(&of[w], mine);
    __syncthreads();
    float best = of[t % 4 < warps ? t % 4 : 0];
    __syncthreads();
    if (t % 32 == 0 && w >= 4) atomicExch(&of[w - 4], mine);
    __syncthreads();
    best = fmaxf(best, of[t % 4 < warps ? t % 4 : 0]);
    best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, 1));
    best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, 2));
    out[blockIdx.x * blockDim.x + t] = best;
}
