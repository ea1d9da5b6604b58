// The list lies as the input does, and is read from its end; a barrier that votes whether malloc gave nothing.

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    bool failed = false;
    if (t == 0) {
        list = (int *)malloc(size * sizeof(int));
        failed = list == nullptr;
    }
    if (__syncthreads_or(failed))
        return;
    int *mine = list;
    mine[t] = in[first + t];
    __syncthreads();
    int number = mine[size - 1 - t];
    __syncthreads();
    if (t == 0)
        free(mine);
    out[first + t] = number * t;
}
