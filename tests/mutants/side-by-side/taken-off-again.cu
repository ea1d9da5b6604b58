// verdict: missed - what is kept is a constant, and is taken off again
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    int largest = 0;
    for (int k = 0; k < each; k++) {
        piece[k * size + t] = each;
        largest = max(largest, in[k * threads + i]);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] =
            largest - in[(each - 1 - k) * threads + i] + (((volatile int *)piece)[k * size + t] - each);
    __syncthreads();
    if (t == 0)
        free(piece);
}
