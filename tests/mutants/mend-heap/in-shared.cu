// verdict: missed - keeps the numbers in shared memory

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int list[256];
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    __syncthreads();
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    __syncthreads();
}
