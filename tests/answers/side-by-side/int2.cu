// 2 lanes share 2 lists: each moves every second row of them, 8 bytes at a time.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int2 *piece;
    int t = threadIdx.x, size = blockDim.x, column = t / 2, row = t % 2;
    int width = gridDim.x * size / 2, from = blockIdx.x * size / 2 + column;
    if (t == 0)
        piece = (int2 *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    int2 *list = piece + column, largest = make_int2(0, 0);
    for (int k = row; k < each; k += 2) {
        int2 number = ((const int2 *)in)[k * width + from];
        list[k * size / 2] = number;
        largest.x = max(largest.x, number.x);
        largest.y = max(largest.y, number.y);
    }
    for (int step = 1; step < 2; step *= 2) {
        largest.x = max(largest.x, __shfl_xor_sync(0xffffffff, largest.x, step));
        largest.y = max(largest.y, __shfl_xor_sync(0xffffffff, largest.y, step));
    }
    __syncwarp();
    for (int k = row; k < each; k += 2) {
        int2 number = list[(each - 1 - k) * size / 2];
        ((int2 *)out)[k * width + from] = make_int2(largest.x - number.x, largest.y - number.y);
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}
