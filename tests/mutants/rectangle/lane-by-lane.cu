// verdict: missed - one lane at a time: nobody to conflict with, each
// sector on its own
extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32, t = threadIdx.x;

    for (int i = 0; i < 128; i++) {
        int j = i / 32 * 8 + threadIdx.y;
        if (i % 32 == t && x < width && y + j < height)
            tile[j][t] = in[(y + j) * width + x];
    }
    __syncthreads();
    for (int i = 0; i < 128; i++) {
        int j = (i / 32 * 8 + threadIdx.y) ^ 1;
        if ((i % 32 ^ 1) == t && x < width && y + j < height)
            out[x * height + y + j] = tile[j][t];
    }
}
