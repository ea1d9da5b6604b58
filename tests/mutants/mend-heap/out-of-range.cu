// verdict: wrong - the word of the list is compared with what no number was
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    if (t == 0) list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr) return;
    int mine = in[first + size - 1 - t]; list[t] = mine;
    __syncthreads();
    int o = list[size - 1 - t];
    out[first + t] = (mine + (o >= 1000)) * t;
    __syncthreads();
    if (t == 0) free(list);
}
