// Each warp adds up by shuffles, and brings its sum to one shared word.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int total;
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int other = 16; other > 0; other /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, other);
    if (t % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (t == 0)
        atomicAdd(out, total);
}
