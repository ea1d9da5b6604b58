// verdict: missed - four of eight warps do all, two numbers a thread
extern "C" __global__ void keep(const int *in, int *out)
{

    __shared__ int kept_by[8], words[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256;
    int mine[2]; unsigned bits[2];
    if (t < 128)
        for (int h = 0; h < 2; h++) {
            mine[h] = in[first + t + 128 * h];
            bits[h] = __ballot_sync(~0u, mine[h] > 0);
            if (lane == 0) kept_by[warp + 4 * h] = __popc(bits[h]);
            words[t + 128 * h] = 0;
        }
    __syncthreads();
    if (t < 128)
        for (int h = 0; h < 2; h++) {
            int place = __popc(bits[h] & ((1u << lane) - 1));
            for (int v = 0; v < warp + 4 * h; v++) place += kept_by[v];
            if (mine[h] > 0) words[place] = mine[h];
        }
    __syncthreads();
    if (t < 128) for (int h = 0; h < 2; h++) out[first + t + 128 * h] = words[t + 128 * h];
}
