// verdict: missed - a read with the right conflict, whose value nobody takes
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32 * 32];
    int lane = threadIdx.x, v = in[blockIdx.x * 32 + lane];
    words[lane * 32] = 0;
    __syncthreads();
    volatile int *p = words;
    p[lane < ways ? lane * 32 : 0];
    out[blockIdx.x * 32 + lane] = v;
}
