// verdict: missed - lanes add up quads of other rows, and exchange the sums
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ __align__(16) int tile[32][32];
    __shared__ int4 partial[2][32 + 1];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 1024;
    for (int y = 0; y < 32; y++) tile[y][lane] = rows[y * 32 + lane];
    __syncthreads();
    int p[8];
#pragma unroll
    for (int j = 0; j < 8; j++) {
        int4 v = *(int4 *)&tile[4 * j + lane / 8][lane % 8 * 4];
        p[j] = v.x + v.y + v.z + v.w;
    }
    partial[0][lane] = make_int4(p[0], p[1], p[2], p[3]);
    partial[1][lane] = make_int4(p[4], p[5], p[6], p[7]);
    __syncthreads();
    // lane 4 j + q: row 4 j + q; its eight parts are component j of lanes 8 q .. 8 q + 7
    int j = lane / 4, q = lane % 4, sum = 0;
    const int *all = (const int *)partial;
    for (int k = 0; k < 8; k++) {
        int c = (k + 2 * q) % 8;
        sum += all[(j / 4 * 33 + 8 * q + c) * 4 + j % 4];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
