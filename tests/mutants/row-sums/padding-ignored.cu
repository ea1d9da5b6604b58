// verdict: missed - the declaration is padded, but the index steps by 32 words

extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32 + 1];
    int *words = &tile[0][0];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;

    for (int y = 0; y < 32; y++)
        words[y * 32 + lane] = rows[y * 32 + lane];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < 32; k++) {
        int column = k;
        sum += words[lane * 32 + column];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
