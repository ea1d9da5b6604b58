// Bits of floats, turned so that they compare as integers: atomicMax does
// the rest.
__device__ int ordered(float x)
{
    int bits = __float_as_int(x);
    return bits >= 0 ? bits : bits ^ 0x7fffffff;
}

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = ordered(in[i]);
    if (threadIdx.x == 0)
        best = mine;
    __syncthreads();
    atomicMax(&best, mine);
    __syncthreads();
    int bits = best >= 0 ? best : best ^ 0x7fffffff;
    out[i] = __int_as_float(bits);
}
