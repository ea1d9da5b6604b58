// Each warp has a piece of its own, a multiple of 32 numbers but for the last.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int total;
    int t = threadIdx.x, warp = (blockIdx.x * blockDim.x + t) / 32, warps = gridDim.x * blockDim.x / 32;
    if (t == 0)
        total = 0;
    __syncthreads();
    int rows = (n + 31) / 32, begin = (int)((long long)rows * warp / warps),
        end = (int)((long long)rows * (warp + 1) / warps);
    int sum = 0;
    for (int row = begin; row < end; row++) {
        int i = 32 * row + t % 32;
        sum += i < n ? in[i] : 0;
    }
    sum = __reduce_add_sync(~0u, sum);
    if (t % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (t == 0)
        atomicAdd(out, total);
}
