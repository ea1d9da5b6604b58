// One barrier before the rounds, and one at the end of each.
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t, now = 0;
    words[0][t] = in[i];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        words[1 - now][t] = words[now][t] + words[now][(t + 1) % n];
        __syncthreads();
        now = 1 - now;
    }
    out[i] = words[now][t];
}
