// verdict: missed - every second number goes to out from a register
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    for (int k = 0; k < each; k++) {
        int v = in[k * threads + i];
        piece[k * size + t] = v;
        if (k % 2)
            out[(each - 1 - k) * threads + i] = v;
    }
    for (int k = 0; k < each; k += 2)
        out[(each - 1 - k) * threads + i] = piece[k * size + t];
    __syncthreads();
    if (t == 0)
        free(piece);
}
