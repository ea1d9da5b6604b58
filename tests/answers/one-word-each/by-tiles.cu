// The numbers come in by way of shared memory, eight at a time for each thread; the counters of a thread are a column.
#include <cuda_pipeline.h>
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[16][128], number[8][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t, threads = gridDim.x * 128;
    for (int bin = 0; bin < 16; bin++) counter[bin][t] = 0;
    for (int k = 0; k < each; k += 8) {
        int count = min(8, each - k);
        for (int j = 0; j < count; j++) __pipeline_memcpy_async(&number[j][t], &in[(k + j) * threads + i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        for (int j = 0; j < count; j++) ++counter[number[j][t] & 15][t];
    }
    int most = counter[0][t];
    for (int bin = 1; bin < 16; bin++)
        if (counter[bin][t] > most) most = counter[bin][t];
    out[i] = most;
}
