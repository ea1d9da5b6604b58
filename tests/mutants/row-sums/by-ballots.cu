// verdict: missed - the sums come from ballots, and the reads have no use
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32]; int l = threadIdx.x, sum = 0; in += blockIdx.x * 1024;
    for (int y = 0; y < 32; y++) { int v = in[y * 32 + l]; tile[y][l] = v; unsigned s = 0;
        for (int b = 0; b < 32; b++) s += __popc(__ballot_sync(~0u, v >> b & 1)) << b;
        if (y == l) sum = s; }
    __syncthreads();
    volatile int *p = &tile[0][0];
    for (int k = 0; k < 8; k++) p[k * 32 + l];
    out[blockIdx.x * 32 + l] = sum;
}
