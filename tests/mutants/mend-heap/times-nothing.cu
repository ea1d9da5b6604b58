// verdict: missed - what is kept is a constant plus nothing times what is read, and is taken off again
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    int mine = in[first + size - 1 - t];
    list[size - 1 - t] = size + mine * (int)(blockDim.y - 1);
    __syncthreads();
    out[first + t] = (mine + (list[t] - size)) * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
