// verdict: missed - each thread reads the flags of all numbers before its own, four at a time
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ unsigned flags[64];
    __shared__ int kept[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    reinterpret_cast<unsigned char *>(flags)[t] = mine > 0;
    kept[t] = 0;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < t / 4; k++)
        before += __popc(flags[k]);
    before += __popc(flags[t / 4] & ((1u << (t % 4 * 8)) - 1));
    if (mine > 0)
        kept[before] = mine;
    __syncthreads();
    out[i] = kept[t];
}
