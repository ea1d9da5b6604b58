// verdict: missed - eight lanes of each warp look at four numbers each
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (lane >= 8)
        return;
    int4 v = reinterpret_cast<const int4 *>(in)[warp * 8 + lane];
    int best = max(max(v.x, v.y), max(v.z, v.w));
    for (int far = 4; far > 0; far /= 2)
        best = max(best, __shfl_down_sync(0xff, best, far));
    if (lane == 0)
        out[warp] = best;
}
