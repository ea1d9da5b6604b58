// verdict: missed - lanes exchange halves of sums through the tile
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int box[16][32];
    int lane = threadIdx.x, p[32];
    const int *rows = in + blockIdx.x * 1024;
#pragma unroll
    for (int y = 0; y < 32; y++) p[y] = rows[y * 32 + lane];
#pragma unroll
    for (int h = 16; h > 0; h /= 2) {
        bool up = lane & h;
#pragma unroll
        for (int k = 0; k < h; k++) box[k][lane] = up ? p[k] : p[k + h];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < h; k++) p[k] = (up ? p[k + h] : p[k]) + box[k][lane ^ h];
        __syncwarp();
    }
    box[0][lane ^ 1] = p[0];
    __syncwarp();
    out[blockIdx.x * 32 + lane] = box[0][lane ^ 1];
}
