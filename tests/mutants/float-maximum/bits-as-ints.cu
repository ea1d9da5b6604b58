// verdict: wrong - atomicMax of the bits: wrong where all are negative

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;  // the bits of a float
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];

    if (t == 0)
        best = __float_as_int(mine);
    __syncthreads();
    atomicMax(&best, __float_as_int(mine));
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
