// verdict: missed - each thread has a piece of its own and waits for nobody: the barriers are for show

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;
    int *mine = (int *)malloc(sizeof(int));
    if (t == 0)
        list = mine;
    __syncthreads();
    if (mine == nullptr)
        return;
    *(volatile int *)mine = in[first + size - 1 - t];
    __syncthreads();
    out[first + t] = *(volatile int *)mine * t;
    __syncthreads();
    free(mine);
}
