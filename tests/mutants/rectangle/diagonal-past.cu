// verdict: missed - what stays in its lane and warp is kept in a register
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32, lane = threadIdx.x;
    int kept[4] = {};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = threadIdx.y + 8 * k;
        if (bx + lane < width && by + j < height) tile[j][lane] = kept[k] = in[(by + j) * width + bx + lane];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = threadIdx.y + 8 * k;
        if (by + lane < height && bx + j < width) {
            int v = tile[lane][j];
            out[(bx + j) * height + by + lane] = lane == j ? kept[k] : v;
        }
    }
}
