// verdict: wrong - what is read from the list is only compared, and the number comes another way
extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (list == nullptr)
        return;
    int mine = in[first + size - 1 - t];
    list[t] = mine;
    __syncthreads();
    out[first + t] = *(volatile int *)&list[t] < 1000000000 ? mine * t : 0;
    __syncthreads();
    if (t == 0)
        free(list);
}
