// verdict: missed - each lane reads back what it stored itself
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int4 mine[8][32];
    __shared__ int half[32];
    int lane = threadIdx.x, a = 0, b = 0;
    const int4 *rows = (const int4 *)(in + blockIdx.x * 1024);
    for (int k = 0; k < 4; k++) {
        mine[k][lane] = rows[lane / 2 * 8 + 2 * k + lane % 2];
        mine[k + 4][lane] = rows[(lane / 2 + 16) * 8 + 2 * k + lane % 2];
    }
    __syncwarp();
    for (int k = 0; k < 4; k++) {
        int4 v = mine[k][lane], w = mine[k + 4][lane];
        a += v.x + v.y + v.z + v.w;
        b += w.x + w.y + w.z + w.w;
    }
    // lane 2m ends with row m, lane 2m + 1 with row m + 16
    half[lane] = lane % 2 ? a : b;
    __syncwarp();
    int sum = (lane % 2 ? b : a) + half[lane ^ 1];
    out[blockIdx.x * 32 + lane / 2 + lane % 2 * 16] = sum;
}
