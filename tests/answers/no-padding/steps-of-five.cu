// Steps of five within a row, and each row begins one word further.
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[1024];
    int t = threadIdx.y * 32 + threadIdx.x, row = t / 32, lane = t % 32;
    int from = (blockIdx.y * 32 + row) * size + blockIdx.x * 32, to = (blockIdx.x * 32 + row) * size + blockIdx.y * 32;
    tile[row * 32 + (lane * 5 + row) % 32] = in[from + lane];
    __syncthreads();
    out[to + lane] = tile[lane * 32 + (row * 5 + lane) % 32];
}
