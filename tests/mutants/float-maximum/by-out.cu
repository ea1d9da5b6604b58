// verdict: missed - warps meet in out, and one swap stores what is known
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    float mine = in[first + t];
    if (t == 0) best = 0;
    for (int d = 16; d > 0; d /= 2) mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, d));
    if (t % 32 == 0) out[first + t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        float x = out[first + (t < blockDim.x / 32 ? t : 0)];
        for (int d = 16; d > 0; d /= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, d));
        if (t == 0) atomicCAS(&best, 0, __float_as_int(x));
    }
    __syncthreads();
    out[first + t] = __int_as_float(best);
}
