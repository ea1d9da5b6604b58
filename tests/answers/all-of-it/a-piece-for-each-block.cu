// Each block adds up one piece of the input.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int of_warp[8];
    int size = (n + gridDim.x - 1) / gridDim.x;
    size = (size + 31) / 32 * 32;
    int end = min(n, (int)(blockIdx.x + 1) * size), sum = 0;
    for (int i = blockIdx.x * size + threadIdx.x; i < end; i += blockDim.x)
        sum += in[i];
    sum = __reduce_add_sync(0xffffffff, sum);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            sum += of_warp[w];
        atomicAdd(out, sum);
    }
}
