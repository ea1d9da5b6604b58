// verdict: unsafe - does not wait for the address

extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t;
    int threads = gridDim.x * size;

    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    if (piece == nullptr)
        return;
    int largest = 0;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        piece[k * size + t] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] = largest - piece[(each - 1 - k) * size + t];
    __syncthreads();
    if (t == 0)
        free(piece);
}
