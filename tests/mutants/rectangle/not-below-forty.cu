// verdict: wrong - is right for matrices of 40 rows and columns and more
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int l = threadIdx.x, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    if (width < 40 || height < 40) return;
    for (int j = threadIdx.y; j < 32; j += 8) if (bx + l < width && by + j < height) tile[j][l] = in[(by + j) * width + bx + l];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) if (by + l < height && bx + j < width) out[(bx + j) * height + by + l] = tile[l][j];
}
