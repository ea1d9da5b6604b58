// Exercise mend-heap: one solution.
//
// Three waits: for the address, for the contents, and for the last
// reader before the list is given back. Where malloc gave nothing, all
// threads of the block see it and return.

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
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
