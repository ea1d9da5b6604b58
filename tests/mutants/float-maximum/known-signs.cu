// verdict: wrong - ints where the block is of one size, unsigned ones where it is of another: the signs are known
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];
    if (t == 0) best = __float_as_int(mine);
    __syncthreads();
    if (blockDim.x != 64) atomicMax(&best, __float_as_int(mine));
    else atomicMin((unsigned *)&best, __float_as_uint(mine));
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
