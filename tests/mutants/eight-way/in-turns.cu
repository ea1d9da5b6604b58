// verdict: missed - the words lie in one bank, and `ways` lanes read at a time
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32 * 33];
    int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
    int groups = 32 / ways, g = min(lane / ways, groups - 1);
    int place = lane / ways >= groups ? lane * 32 + 1 + 0 : lane * 32;
    if (lane >= groups * ways) place = lane * 32 + 1;
    words[place] = in[i];
    __syncthreads();
    int v = 0;
    for (int k = 0; k < groups; k++) if (g == k) v = words[place];
    out[i] = v;
}
