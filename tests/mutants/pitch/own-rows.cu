// verdict: missed - each lane fetches its own row, so that nothing has to change hands

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, sum = 0;
    const int *row = in + (blockIdx.x * 32 + lane) * width;
    for (int k = 0; k < width; k++)
        words[k * 32 + lane] = row[k];
    for (int k = 0; k < width; k++)
        sum += words[k * 32 + lane];
    out[blockIdx.x * 32 + lane] = sum;
}
