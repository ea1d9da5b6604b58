// verdict: missed - the list is written and never read
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0) list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    int v = in[first + size - 1 - t];
    ((volatile int *)list)[t] = v;
    __syncthreads();
    out[first + t] = v * t;
    __syncthreads();
    if (t == 0) free(list);
}
