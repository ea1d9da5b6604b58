// verdict: missed - the first number comes from the list, and the others are read again from `in`
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
        int number = in[k * threads + i];
        piece[k * size + t] = number;
        largest = max(largest, number);
    }
    volatile int *mine = piece + t;
    for (int k = 0; k < each; k++) {
        int word = mine[(each - 1 - k) * size], number = k == 0 ? word : in[(each - 1 - k) * threads + i];
        out[k * threads + i] = largest - number;
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}
