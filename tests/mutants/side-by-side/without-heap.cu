// verdict: missed - copies straight from `in` to `out`

extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t;
    int threads = gridDim.x * size;

    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    for (int k = 0; k < each; k++)
        ;
    for (int k = 0; k < each; k++)
        out[k * threads + i] = in[(each - 1 - k) * threads + i];
    __syncthreads();
    if (t == 0)
        free(piece);
}
