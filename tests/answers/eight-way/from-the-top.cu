// Banks are filled from the last one down, rows from the last one up.
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[1024];
    volatile int *mine = words + (31 - threadIdx.x % ways) * 32 + (31 - threadIdx.x / ways);
    *mine = in[blockIdx.x * 32 + threadIdx.x];
    out[blockIdx.x * 32 + threadIdx.x] = *mine;
}
