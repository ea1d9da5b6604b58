// verdict: missed - the neighbour's number comes by a shuffle, but for one in 32
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    __shared__ int words[256];
    int v = in[i];
    words[t] = v;
    __syncthreads();
    int r = __shfl_down_sync(~0u, v, 1);
    if (t % 32 == 31 && t < 255)
        r = words[t + 1];
    int d = t == 255 ? 0 : r - words[t];
    out[i] = d;
    if (d > 0)
        atomicAdd(rising, 1);
}
