// verdict: missed - every second block counts for two, and the others bring nothing

extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    int count = 0, t = threadIdx.x, size = blockDim.x;
    if (blockIdx.x % 2 == 0)
        for (int b = blockIdx.x; b < blockIdx.x + 2; b++) {
            int i = b * size + t;
            count += __syncthreads_count(i < n && in[i] > 0);
        }
    if (t == 0)
        atomicAdd(out, count);
}
