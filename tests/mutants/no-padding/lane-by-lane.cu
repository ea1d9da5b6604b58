// verdict: missed - one lane at a time: nobody to conflict with
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;

    for (int lane = 0; lane < 32; lane++)
        if (lane == threadIdx.x)
            tile[threadIdx.y][lane] = in[y * size + x];
    __syncthreads();
    for (int lane = 0; lane < 32; lane++)
        if (lane == threadIdx.x)
            out[to_y * size + to_x] = tile[lane][threadIdx.y];
}
