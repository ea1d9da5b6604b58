// The word begins below all numbers; only who is larger tries.
#include <cmath>

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        atomicExch(&best, __float_as_int(-INFINITY));
    __syncthreads();
    int seen = atomicOr(&best, 0);
    float mine = in[i];
    while (__int_as_float(seen) < mine) {
        int before = atomicCAS(&best, seen, __float_as_int(mine));
        if (before == seen)
            break;
        seen = before;
    }
    __syncthreads();
    out[i] = __int_as_float(best);
}
