// verdict: missed - the lanes add up by match and reduce; more atomics are made on words that nobody reads

extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    __shared__ int mine[64], unread[32];
    int t = threadIdx.x, size = blockDim.x;
    if (t < 64)
        mine[t] = 0;
    if (t < 32)
        unread[t] = 0;
    __syncthreads();
    for (int from = blockIdx.x * size; from < n; from += gridDim.x * size) {
        int i = from + t, bin = i < n ? in[i] : 64;
        int heavy = i < n ? weight[i] : 0;
        atomicAdd(&unread[t % 32], heavy);
        unsigned same = __match_any_sync(0xffffffff, bin);
        int sum = __reduce_add_sync(same, heavy);
        if (bin < 64 && t % 32 == __ffs(same) - 1)
            atomicAdd(&mine[bin], sum);
    }
    __syncthreads();
    if (t < 64)
        atomicAdd(&bins[t], mine[t]);
}
