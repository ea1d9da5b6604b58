// Exercise side-by-side: one solution.
//
// The piece is a table with a row for each k and a column for each
// thread. A warp that stands in row k touches 32 neighbouring words.
// Each thread keeps to its own column, so nobody has to wait for the
// contents, only for the address, and before the piece is given back.

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
        piece[k * size + t] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] =
            largest - piece[(each - 1 - k) * size + t];
    __syncthreads();
    if (t == 0)
        free(piece);
}
