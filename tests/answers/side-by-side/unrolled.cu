// Four numbers a turn.
extern "C" __global__ void turn_lists(const int *__restrict__ in, int *__restrict__ out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0)
        piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    int *mine = piece;
    if (mine == nullptr)
        return;
    mine += t;
#pragma unroll 4
    for (int k = 0; k < each; k++)
        mine[k * size] = __ldg(&in[k * threads + i]);
#pragma unroll 4
    for (int k = 0; k < each; k++)
        out[k * threads + i] = mine[(each - 1 - k) * size];
    __syncthreads();
    if (t == 0)
        free(piece);
}
