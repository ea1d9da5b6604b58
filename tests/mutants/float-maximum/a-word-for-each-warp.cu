// verdict: missed - shuffles find the maximum, and the atomics are stores: each warp has a word of its own
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float of_warp[8];
    int t = threadIdx.x, warps = blockDim.x / 32;
    float best = in[blockIdx.x * blockDim.x + t];
    for (int s = 16; s > 0; s /= 2)
        best = fmaxf(best, __shfl_xor_sync(~0u, best, s));
    if (t % 32 == 0)
        atomicExch(&of_warp[t / 32], best);
    __syncthreads();
    best = of_warp[t % 32 < warps ? t % 32 : 0];
    for (int s = 16; s > 0; s /= 2)
        best = fmaxf(best, __shfl_xor_sync(~0u, best, s));
    out[blockIdx.x * blockDim.x + t] = best;
}
