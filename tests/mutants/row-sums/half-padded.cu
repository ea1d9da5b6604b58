// verdict: unsafe - the write knows of the padding, the read does not

extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32 * 33];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;

    for (int y = 0; y < 32; y++)
        tile[y * 33 + lane] = rows[y * 32 + lane];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < 32; k++) {
        int column = k;
        sum += tile[lane * 32 + column];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
