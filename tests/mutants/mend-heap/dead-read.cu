// verdict: missed - the list is read, and nobody takes what it says
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0) list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    int v = in[first + size - 1 - t];
    volatile int *mine = list + t;
    *mine = 0; (void)*mine;
    __syncthreads();
    out[first + t] = v * t;
    __syncthreads();
    if (t == 0) free(list);
}
