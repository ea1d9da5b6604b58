// verdict: missed - the number before comes by a shuffle, and only across warps from shared memory

extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int mine = i < n ? in[i] : 0;
    words[t] = mine;
    __syncthreads();
    int previous = __shfl_up_sync(0xffffffff, mine, 1);
    if (t % 32 == 0)
        previous = t > 0 ? words[t - 1] : 0;
    if (i < n)
        out[i] = mine + previous;
}
