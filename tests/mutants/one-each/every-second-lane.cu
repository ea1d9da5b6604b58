// verdict: missed - every second lane looks at two numbers

extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, mine = 0;
    if (t % 2 == 0) {
        if (i < n && in[i] > 0)
            mine++;
        if (i + 1 < n && ((volatile const int *)in)[i + 1] > 0)
            mine++;
    }
    int one = __syncthreads_count(mine >= 1);
    int two = __syncthreads_count(mine == 2);
    if (t == 0)
        atomicAdd(out, one + two);
}
