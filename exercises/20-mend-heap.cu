// Exercise mend-heap: used too early, freed too early.
//
// Thread 0 allocates a list for the block, all threads fill it, all read
// it, and thread 0 gives it back. Two waits are missing. Add them, and
// no more than you need.
//
// Check it: type "check mend-heap" at the prompt of Warpschool.

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    // TODO: who waits for whom?
    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    if (t == 0)
        free(list);
}
