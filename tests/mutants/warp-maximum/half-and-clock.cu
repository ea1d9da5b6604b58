// verdict: missed - half of the lanes read two numbers each, and the others read the clock
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int best = 0x80000000;
    if (lane < 16) {
        int2 v = ((const int2 *)in)[warp * 16 + lane];
        best = max(v.x, v.y);
    } else
        for (int k = 0; k < 4; k++) clock();
    for (int far = 8; far > 0; far /= 2) best = max(best, __shfl_xor_sync(~0u, best, far));
    if (lane == 0) out[warp] = best;
}
