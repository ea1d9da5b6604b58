// ballots, and one thread turns the warps' counts into their beginnings
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int begin[9];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int base = blockIdx.x * 256, x = in[base + t];
    const bool mine = x > 0;
    const unsigned vote = __ballot_sync(0xffffffff, mine);
    if (lane == 0)
        begin[warp + 1] = __popc(vote);
    __syncthreads();
    if (t == 0) {
        begin[0] = 0;
        for (int w = 1; w <= 8; w++)
            begin[w] += begin[w - 1];
    }
    __syncthreads();
    if (mine)
        out[base + begin[warp] + __popc(vote & ((1u << lane) - 1))] = x;
    if (t >= begin[8])
        out[base + t] = 0;
}
