// Pairs in both directions, and a pair left out after each row.
extern "C" __global__ void row_sums(const int2 *in, int *out)
{
    __shared__ int2 tile[32][17];
    int lane = threadIdx.x, s = 0;
    in += blockIdx.x * 512;
    for (int k = 0; k < 16; k++)
        tile[2 * k + lane / 16][lane % 16] = in[k * 32 + lane];
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        int2 v = tile[lane][k];
        s += v.x + v.y;
    }
    out[blockIdx.x * 32 + lane] = s;
}
