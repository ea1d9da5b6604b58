// Two warps load the numbers in fours, and all threads take theirs from shared memory.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ __align__(16) int numbers[256];
    __shared__ int kept[256], counts[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    if (t < 64)
        ((int4 *)numbers)[t] = ((const int4 *)in)[blockIdx.x * 64 + t];
    kept[t] = 0;
    __syncthreads();
    int mine = numbers[t];
    unsigned positive = __ballot_sync(~0u, mine > 0);
    if (lane == 0)
        counts[warp] = __popc(positive);
    __syncthreads();
    int place = __popc(positive & ((1u << lane) - 1));
    for (int w = 0; w < warp; w++)
        place += counts[w];
    if (mine > 0)
        kept[place] = mine;
    __syncthreads();
    if (t < 64)
        ((int4 *)out)[blockIdx.x * 64 + t] = ((const int4 *)kept)[t];
}
