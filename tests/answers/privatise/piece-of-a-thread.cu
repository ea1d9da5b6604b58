// Each thread takes neighbouring numbers.
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    int each = (n + step - 1) / step;
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * each, end = min(begin + each, n);
    for (int i = begin; i < end; i++)
        atomicAdd(mine + in[i], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        atomicAdd(bins + b, mine[b]);
}
