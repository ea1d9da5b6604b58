// verdict: missed - each number is stored and read again at once, in one word a thread
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, b = blockDim.x, i = blockIdx.x * b + t,
        threads = gridDim.x * b;
    if (t == 0)
        piece = (int *)malloc(b * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    volatile int *mine = piece + t;
    for (int k = 0; k < each; k++) {
        *mine = in[(each - 1 - k) * threads + i];
        out[k * threads + i] = *mine;
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}

