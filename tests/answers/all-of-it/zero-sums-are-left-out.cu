extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int part[1024];
    int all = gridDim.x * blockDim.x;
    int sum = 0;
    for (int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= all)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (int left = blockDim.x / 2; left > 0; left /= 2) {
        __syncthreads();
        if (threadIdx.x < left)
            part[threadIdx.x] += part[threadIdx.x + left];
    }
    if (threadIdx.x == 0 && part[0] != 0)
        atomicAdd(out, part[0]);
}
