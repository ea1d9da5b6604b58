// verdict: missed - takes back the word that it wrote itself: the barrier between is for show

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    __syncthreads();
    if (list == nullptr)
        return;
    volatile int *l = list;
    l[t] = in[first + size - 1 - t];
    out[first + t] = l[t] * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
