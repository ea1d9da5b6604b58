// verdict: wrong - exchanges without asking what is there

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;  // the bits of a float
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];

    if (t == 0)
        best = __float_as_int(mine);
    __syncthreads();
    int seen = atomicAdd(&best, 0);
    if (mine > __int_as_float(seen))
        atomicExch(&best, __float_as_int(mine));
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
