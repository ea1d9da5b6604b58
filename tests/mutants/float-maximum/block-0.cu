// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const float *in, float *out)
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
#undef blockIdx

extern "C" __global__ void float_maximum(const float *in, float *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
        __syncthreads();
    }
}
