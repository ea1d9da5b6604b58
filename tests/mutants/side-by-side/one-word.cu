// verdict: missed - each number is stored and read again at once, in one word a thread
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    int largest = 0;
    volatile int *mine = piece + t;
    for (int k = 0; k < each; k++)
        largest = max(largest, in[k * threads + i]);
    for (int k = 0; k < each; k++) {
        *mine = in[(each - 1 - k) * threads + i];
        out[k * threads + i] = largest - *mine;
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}
