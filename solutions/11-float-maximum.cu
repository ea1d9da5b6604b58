// Exercise float-maximum: one solution.
//
// The word holds the bits of a float. Each thread proposes its own bits
// against those that it has seen. If somebody came in between, atomicCAS
// tells what is there now, and the comparison starts anew.

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;  // the bits of a float
    int t = threadIdx.x;
    float mine = in[blockIdx.x * blockDim.x + t];

    if (t == 0)
        best = __float_as_int(mine);
    __syncthreads();
    int seen = atomicAdd(&best, 0);
    while (mine > __int_as_float(seen)) {
        int found = atomicCAS(&best, seen, __float_as_int(mine));
        if (found == seen)
            break;
        seen = found;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = __int_as_float(best);
}
