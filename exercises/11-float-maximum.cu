// Exercise float-maximum: an atomic that does not exist.
//
// Each block looks for its largest number. For ints there is atomicMax.
// For floats there is none, and the comparison and the write below are
// two steps: a race. Build the missing atomic from atomicCAS, which
// compares and swaps an int, and __float_as_int, which gives the bits of
// a float as an int (and __int_as_float back). If you need the smallest
// number: -FLT_MAX is in <cfloat>, INFINITY in <cmath>.
//
// Check it: type "check float-maximum" at the prompt of Warpschool.

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float best;
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];

    if (t == 0)
        best = mine;
    __syncthreads();
    // TODO: another thread may write between these two steps.
    if (mine > best)
        best = mine;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = best;
}
