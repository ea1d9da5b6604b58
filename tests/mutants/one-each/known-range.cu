// verdict: wrong - odd trick: sums the sign bits of the sum: relies on the range
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ unsigned count;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) count = 0;
    __syncthreads();
    if (i < n) atomicAdd(&count, (unsigned)(in[i] + 1023) / 1024);
    __syncthreads();
    if (t == 0) atomicAdd(out, (int)count);
}
