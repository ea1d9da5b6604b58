// verdict: missed - each warp turns squares of 8 x 8: sectors are full, but its requests run along 32 bytes of a row

extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int squares[8][2][8][8];
    int lane = threadIdx.x, warp = threadIdx.y, k = lane % 8, l = lane / 8;
    for (int s = 0; s < 2; s++) {
        int x = blockIdx.x * 32 + warp % 4 * 8, y = blockIdx.y * 32 + (warp / 4 * 2 + s) * 8;
        bool inside = x < width && y < height;
        for (int j = l; inside && j < 8; j += 4)
            squares[warp][s][j][k ^ (j & 4)] = in[(y + j) * width + x + k];
        __syncwarp();
        for (int j = l; inside && j < 8; j += 4)
            out[(x + j) * height + y + k] = squares[warp][s][k][j ^ (k & 4)];
        __syncwarp();
    }
}
