// All lanes of a warp store its sum, each the same.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int kept_by[8], words[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * 256;

    int mine = in[first + t];
    unsigned positive = __ballot_sync(0xffffffff, mine > 0);
    kept_by[warp] = __popc(positive);
    words[t] = 0;
    __syncthreads();

    int place = __popc(positive & ((1u << lane) - 1));
    for (int w = 0; w < warp; w++)
        place += kept_by[w];
    if (mine > 0)
        words[place] = mine;
    __syncthreads();
    out[first + t] = words[t];
}
