// verdict: missed - one warp adds eight words a lane; before, words are passed round and put back between barriers
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, n = blockDim.x;
    words[t] = in[blockIdx.x * n + t];
    __syncthreads();
    int v = words[(t + 64) % n];
    __syncthreads();
    words[t] = v;
    __syncthreads();
    if (t < 32) {
        int s = 0;
        for (int i = t; i < n; i += 32) s += words[i];
        s = __reduce_add_sync(~0u, s);
        if (t == 0) out[blockIdx.x] = s;
    }
}
