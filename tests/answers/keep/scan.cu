// An inclusive scan in shared memory, one step after the other.
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int counts[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, from = 0;
    int mine = in[i];
    counts[0][t] = mine > 0;
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        int before = t >= step ? counts[from][t - step] : 0;
        counts[1 - from][t] = counts[from][t] + before;
        from = 1 - from;
    }
    __syncthreads();
    int total = counts[from][255], place = counts[from][t] - 1;
    __shared__ int words[256];
    if (mine > 0)
        words[place] = mine;
    __syncthreads();
    out[i] = t < total ? words[t] : 0;
}
