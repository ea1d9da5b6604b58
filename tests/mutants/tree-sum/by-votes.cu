// verdict: missed - the sums of a warp come from votes

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int v = in[blockIdx.x * blockDim.x + threadIdx.x], s = 0;
    ((volatile int *)words)[threadIdx.x] = v;               // dead
    __syncthreads();
    for (int b = 0; b < 32; b++) s += __popc(__ballot_sync(~0u, v >> b & 1)) << b;
    if (threadIdx.x % 32 == 0) words[threadIdx.x / 32] = s;
    __syncthreads();
    int r = 0;
    for (int w = 0; w < blockDim.x / 32; w++) r += words[w];
    out[blockIdx.x] = r;
}
