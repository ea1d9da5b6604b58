// The largest count is kept while counting; the counters of a thread are a column.
extern "C" __global__ void most_frequent(const int *__restrict__ in, int *__restrict__ out, int each)
{
    __shared__ unsigned counters[16 * 128];
    const int t = threadIdx.x, i = blockIdx.x * 128 + t;
    unsigned *mine = counters + t, most = 0;
#pragma unroll
    for (int bin = 0; bin < 16; bin++)
        mine[128 * bin] = 0;
    for (int k = 0; k < each; k++) {
        unsigned *counter = mine + (__ldg(&in[k * gridDim.x * 128 + i]) & 15) * 128;
        const unsigned count = *counter + 1;
        *counter = count;
        most = max(most, count);
    }
    out[i] = most;
}
