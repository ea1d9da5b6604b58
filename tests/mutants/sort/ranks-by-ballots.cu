// verdict: missed - each warp sorts its numbers by ranks that ballots give, then the loop
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, lane = t % 32;
    int mine = in[first + t];
    unsigned u = (unsigned)mine ^ 0x80000000u, eq = ~0u, less = 0;
    for (int b = 31; b >= 0; b--) {
        unsigned v = __ballot_sync(~0u, u >> b & 1);
        if (u >> b & 1) { less |= eq & ~v; eq &= v; } else eq &= ~v;
    }
    int rank = __popc(less) + __popc(eq & ((1u << lane) - 1));
    words[(t & ~31) + rank] = mine;
    __syncthreads();
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2, moved = 0;
        if (t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1]) { int w = words[left]; words[left] = words[left + 1]; words[left + 1] = w; moved = 1; }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
