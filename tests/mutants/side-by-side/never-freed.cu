// verdict: missed - one piece, and nobody gives it back

extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    int largest = 0;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        piece[k * size + t] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] = largest - piece[(each - 1 - k) * size + t];
}
