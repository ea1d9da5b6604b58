// The list may not be there: then all know it.
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, last = blockDim.x - 1, i = blockIdx.x * blockDim.x;
    if (t == last)
        list = (int *)malloc(blockDim.x * sizeof *list);
    __syncthreads();
    int *mine = list;
    if (mine != nullptr)
        mine[t] = in[i + t];
    __syncthreads();
    if (mine != nullptr)
        out[i + t] = mine[last - t] * t;
    __syncthreads();
    if (t == last)
        free(mine);
}
