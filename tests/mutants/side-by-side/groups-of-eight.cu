// verdict: missed - eight lanes lie side by side, and the next eight far from them
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
    int *list = piece + t / 8 * 8 * each + t % 8;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        list[8 * k] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] = largest - list[8 * (each - 1 - k)];
    __syncthreads();
    if (t == 0)
        free(piece);
}
