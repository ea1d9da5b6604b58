// The lanes of a warp choose one that proposes.
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float mine = in[i];
    if (t == 0)
        best = __float_as_int(mine);
    for (int d = 16; d > 0; d /= 2)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, d));
    __syncthreads();
    if (t % 32 == 0) {
        int assumed, seen = atomicAdd(&best, 0);
        do {
            assumed = seen;
            seen = atomicCAS(&best, assumed, __float_as_int(fmaxf(mine, __int_as_float(assumed))));
        } while (seen != assumed);
    }
    __syncthreads();
    out[i] = __int_as_float(best);
}
