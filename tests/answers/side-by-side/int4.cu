// 4 lanes share 4 lists: each moves every fourth row of them, 16 bytes at a time.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int4 *piece;
    int t = threadIdx.x, size = blockDim.x, column = t / 4, row = t % 4;
    int width = gridDim.x * size / 4, from = blockIdx.x * size / 4 + column;
    if (t == 0)
        piece = (int4 *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr)
        return;
    int4 *list = piece + column, largest = make_int4(0, 0, 0, 0);
    for (int k = row; k < each; k += 4) {
        int4 number = ((const int4 *)in)[k * width + from];
        list[k * size / 4] = number;
        largest.x = max(largest.x, number.x);
        largest.y = max(largest.y, number.y);
        largest.z = max(largest.z, number.z);
        largest.w = max(largest.w, number.w);
    }
    for (int step = 1; step < 4; step *= 2) {
        largest.x = max(largest.x, __shfl_xor_sync(0xffffffff, largest.x, step));
        largest.y = max(largest.y, __shfl_xor_sync(0xffffffff, largest.y, step));
        largest.z = max(largest.z, __shfl_xor_sync(0xffffffff, largest.z, step));
        largest.w = max(largest.w, __shfl_xor_sync(0xffffffff, largest.w, step));
    }
    __syncwarp();
    for (int k = row; k < each; k += 4) {
        int4 number = list[(each - 1 - k) * size / 4];
        ((int4 *)out)[k * width + from] = make_int4(largest.x - number.x, largest.y - number.y, largest.z - number.z, largest.w - number.w);
    }
    __syncthreads();
    if (t == 0)
        free(piece);
}
