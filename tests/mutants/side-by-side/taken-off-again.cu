// verdict: missed - what is kept is a constant, and is taken off again
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, b = blockDim.x, i = blockIdx.x * b + t, threads = gridDim.x * b;
    if (t == 0)
        piece = (int *)malloc(each * b * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    for (int k = 0; k < each; k++)
        piece[k * b + t] = each;
    for (int k = 0; k < each; k++)
        out[k * threads + i] = in[(each - 1 - k) * threads + i] + (((volatile int *)piece)[k * b + t] - each);
    __syncthreads();
    if (t == 0)
        free(piece);
}
