// Lanes with the same bin add up first; one of them makes the atomic.
extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x, step = gridDim.x * blockDim.x;
    if (t < 64)
        mine[t] = 0;
    __syncthreads();
    for (int from = blockIdx.x * blockDim.x; from < n; from += step) {
        int i = from + t;
        int bin = i < n ? in[i] : -1, sum = i < n ? weight[i] : 0;
        unsigned same = __match_any_sync(0xffffffff, bin);
        sum = __reduce_add_sync(same, sum);
        if (bin >= 0 && (same & ((1u << t % 32) - 1)) == 0)
            atomicAdd(&mine[bin], sum);
    }
    __syncthreads();
    if (t < 64)
        atomicAdd(&bins[t], mine[t]);
}
