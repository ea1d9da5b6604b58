// Four numbers in a load and in a store: the width and the height are multiples of 8.
extern "C" __global__ void transpose(const int *__restrict__ in, int *__restrict__ out, int width, int height)
{
    __shared__ int tile[32][33];
    int t = threadIdx.y * 32 + threadIdx.x, r = t / 8, c = t % 8 * 4;
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
    if (bx + c < width && by + r < height) {
        int4 v = *(const int4 *)(in + (by + r) * width + bx + c);
        tile[r][c] = v.x; tile[r][c + 1] = v.y; tile[r][c + 2] = v.z; tile[r][c + 3] = v.w;
    }
    __syncthreads();
    if (bx + r < width && by + c < height)
        *(int4 *)(out + (bx + r) * height + by + c) = make_int4(tile[c][r], tile[c + 1][r], tile[c + 2][r], tile[c + 3][r]);
}
