// verdict: missed - what is kept is a constant, and is taken off again
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    list[size - 1 - t] = size;
    __syncthreads();
    out[first + t] = (in[first + size - 1 - t] + (list[t] - size)) * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
