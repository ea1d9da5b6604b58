// Votes within warps, and the block's sums by the first warp.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int before[9], words[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int mine = in[blockIdx.x * 256 + t];
    unsigned ayes = __ballot_sync(0xffffffff, mine > 0);
    words[t] = 0;
    if (lane == 0)
        before[warp] = __popc(ayes);
    __syncthreads();
    if (t < 32) {
        int count = t < 8 ? before[t] : 0, sum = count;
        for (int step = 1; step < 8; step *= 2) {
            int lower = __shfl_up_sync(0xffffffff, sum, step);
            sum += lane >= step ? lower : 0;
        }
        if (t < 8)
            before[t] = sum - count;
    }
    __syncthreads();
    int place = before[warp] + __popc(ayes & ((1u << lane) - 1));
    if (mine > 0)
        words[place] = mine;
    __syncthreads();
    out[blockIdx.x * 256 + t] = words[t];
}
