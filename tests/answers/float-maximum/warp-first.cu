// The lanes of a warp agree on their maximum first; one lane of each warp
// tries to bring it.
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];
    if (t == 0)
        best = __float_as_int(-3e38f);
    __syncthreads();
    float most = mine;
    for (int other = 1; other < 32; other *= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, other));
    if (t % 32 == 0) {
        int assumed, old = __float_as_int(-3e38f);
        do {
            assumed = old;
            float larger = fmaxf(most, __int_as_float(assumed));
            old = atomicCAS(&best, assumed, __float_as_int(larger));
        } while (old != assumed);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
