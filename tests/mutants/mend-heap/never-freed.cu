// verdict: missed - nobody gives the list back, so that nobody has to wait for it

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    __syncthreads();
}
