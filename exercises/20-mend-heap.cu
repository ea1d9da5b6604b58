// Exercise mend-heap: used too early, freed too early.
//
// Thread 0 allocates a list for the block. All threads fill it, and all
// threads read it. Then thread 0 frees it. Two barriers are missing. Add
// these two, and no more.
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
