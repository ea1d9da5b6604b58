// verdict: missed - an atomic gives out the places, in any order

extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int kept_by[8], words[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * 256;

    int mine = in[first + t];
    unsigned positive = __ballot_sync(0xffffffff, mine > 0);
    if (lane == 0)
        kept_by[warp] = __popc(positive);
    words[t] = 0;
    __syncthreads();

    int place = __popc(positive & ((1u << lane) - 1));
    if (t == 0)
        kept_by[0] = 0;
    __syncthreads();
    if (mine > 0)
        words[atomicAdd(&kept_by[0], 1)] = mine;
    (void)place;
    __syncthreads();
    out[first + t] = words[t];
}
