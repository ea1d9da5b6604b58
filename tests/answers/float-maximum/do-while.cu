// The loop of the Programming Guide: every thread, without looking first.
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];
    if (t == 0)
        best = __float_as_int(mine);
    __syncthreads();
    int old = atomicAdd(&best, 0), assumed;
    do {
        assumed = old;
        float larger = fmaxf(mine, __int_as_float(assumed));
        old = atomicCAS(&best, assumed, __float_as_int(larger));
    } while (old != assumed);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
