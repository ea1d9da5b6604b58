// A piece for each warp, whose address goes round by a shuffle.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned long long address = 0;
    if (lane == 0)
        address = (unsigned long long)malloc(each * 32 * sizeof(int));
    int *piece = (int *)__shfl_sync(~0u, address, 0);
    if (piece == nullptr)
        return;
    for (int k = 0; k < each; k++)
        piece[k * 32 + lane] = in[k * threads + i];
    for (int k = each - 1; k >= 0; k--)
        out[(each - 1 - k) * threads + i] = piece[k * 32 + lane];
    __syncwarp();
    if (lane == 0)
        free(piece);
}
