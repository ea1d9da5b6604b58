// verdict: missed - each lane adds up its row in global memory, and reads of shared memory go nowhere

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ volatile int words[];
    int lane = threadIdx.x, sum = 0;
    const int *row = in + (blockIdx.x * 32 + lane) * width;
    for (int k = 0; k < width; k++) {
        words[k * 32 + lane] = 0;
        words[k * 32 + lane];
        sum += row[k];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
