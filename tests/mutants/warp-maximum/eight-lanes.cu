// verdict: missed - eight lanes read the numbers of all; the others read a constant
__constant__ int nothing[8];
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int best = 0x80000000;
    for (int k = 0; k < 6; k++) best |= ((volatile int *)nothing)[k];
    if (lane < 8) {
        int4 v = ((const int4 *)in)[warp * 8 + lane];
        best = max(max(v.x, v.y), max(v.z, v.w));
    }
    for (int far = 4; far > 0; far /= 2) best = max(best, __shfl_down_sync(~0u, best, far));
    if (lane == 0) out[warp] = best;
}
