// verdict: wrong - atomicMax of ints by a pattern of the inputs: negative numbers above -500 are not ordered

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];
    if (t == 0)
        best = __float_as_int(mine);
    __syncthreads();
    if (mine > -500)
        atomicMax(&best, __float_as_int(mine));
    else
        atomicMin((unsigned *)&best, __float_as_uint(mine));
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
