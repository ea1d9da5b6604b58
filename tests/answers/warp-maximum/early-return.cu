// Shuffles of the index, the lanes that are done leave at the end.
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    unsigned lane = threadIdx.x & 31u;
    size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int best = in[at];
#pragma unroll
    for (int far = 1; far < 32; far *= 2) {
        int other = __shfl_sync(0xffffffff, best, lane + far);
        if (other > best)
            best = other;
    }
    if (lane != 0)
        return;
    out[at / 32] = best;
}
