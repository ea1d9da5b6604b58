// verdict: missed - without the tile: reads run down columns now

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    int y = blockIdx.y * 32 + threadIdx.x;
    int first = blockIdx.x * 32;

    for (int j = threadIdx.y; j < 32; j += 8)
        if (y < height && first + j < width)
            out[(first + j) * height + y] = in[y * width + first + j];
}
