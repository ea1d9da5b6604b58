// verdict: missed - a warp reduction for every 32 numbers: no thread adds up its own
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;

    // no thread adds up its own: a warp reduction for every 32 numbers, only lane 0 keeps a sum
    __shared__ int part[32];
    int s = 0;
    for (int k = i - threadIdx.x % 32; k < n; k += step) {
        int j = k + threadIdx.x % 32;
        s += __reduce_add_sync(~0u, j < n ? in[j] : 0);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < blockDim.x / 32; k++) s += part[k];
        atomicAdd(out, s);
    }
}
