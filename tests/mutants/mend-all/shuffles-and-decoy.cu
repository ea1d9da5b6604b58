// verdict: missed - the neighbour's number comes by a shuffle, and its word is only compared
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ volatile int words[257];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int x = in[i]; words[t] = x;
    __syncthreads();
    int y = __shfl_down_sync(~0u, x, 1);
    int seen;
    if (t % 32 == 31) { seen = words[t < 255 ? t + 1 : t]; y = seen; }
    else { int decoy = words[t + 1]; if (decoy == 0x7fffffff) y = 1; }
    int s = t < 255 ? y - x : 0;
    out[i] = s;
    if (s > 0) atomicAdd(rising, 1);
}
