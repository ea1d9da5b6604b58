// The block moves the rows 16 bytes at a time.
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int t = threadIdx.x, size = blockDim.x;
    int i = blockIdx.x * size + t;
    int threads = gridDim.x * size;

    __shared__ int4 *piece;
    if (t == 0) piece = (int4 *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr) return;
    int quads = size / 4;
    const int4 *from = (const int4 *)(in + blockIdx.x * size);
    int4 *to = (int4 *)(out + blockIdx.x * size);
    for (int j = t; j < each * quads; j += size) piece[j] = from[j / quads * (threads / 4) + j % quads];
    __syncthreads();
    for (int j = t; j < each * quads; j += size) to[j / quads * (threads / 4) + j % quads] = piece[(each - 1 - j / quads) * quads + j % quads];
    __syncthreads();
    if (t == 0) free(piece);
}
