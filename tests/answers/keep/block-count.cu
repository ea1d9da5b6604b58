// The barrier counts the whole block, and lanes the warps before their own.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int counts[8], words[256];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, first = blockIdx.x << 8;
    int mine = in[first + t];
    unsigned mask = __ballot_sync(0xffffffffu, mine > 0);
    if (lane == 31) counts[warp] = __popc(mask);
    int total = __syncthreads_count(mine > 0);
    int before = lane < warp ? counts[lane] : 0;
    before = __reduce_add_sync(0xffffffffu, before);
    int rank = __popc(mask << (31 - lane)) - 1;
    if (mine > 0) words[before + rank] = mine;
    else words[total + (32 * warp - before) + lane - rank - 1] = 0;
    __syncthreads();
    out[first + t] = words[t];
}
