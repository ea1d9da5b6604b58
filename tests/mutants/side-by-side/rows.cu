// verdict: missed - one piece, but each thread's numbers lie one behind the other

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
    int largest = 0;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        piece[t * each + k] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] = largest - piece[t * each + each - 1 - k];
    __syncthreads();
    if (t == 0)
        free(piece);
}
