// Two lists for each thread, and half of the rows.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t;
    int threads = gridDim.x * size;

    __shared__ int *piece;
    if (t == 0) piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr) return;
    int half = size / 2, column = t % half * 2;
    for (int k = t / half; k < each; k += 2)
        *(int2 *)&piece[k * size + column] = *(const int2 *)&in[k * threads + blockIdx.x * size + column];
    __syncthreads();
    for (int k = t / half; k < each; k += 2)
        *(int2 *)&out[k * threads + blockIdx.x * size + column] = *(const int2 *)&piece[(each - 1 - k) * size + column];
    __syncthreads();
    if (t == 0) free(piece);
}
