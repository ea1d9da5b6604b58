// Exercise one-word-each: counters beside each other.
//
// Each thread counts its numbers by their remainder by 64, in an array
// of its own, and writes the largest count. The index is known only
// when the kernel runs, so the array lies in local memory. Keep the
// counters in shared memory, without a bank conflict.
//
// Check it: type "check one-word-each" at the prompt of Warpschool.

extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    // TODO: 64 counters for each of the block's 128 threads.
    int counter[64];
    for (int bin = 0; bin < 64; bin++)
        counter[bin] = 0;
    for (int k = 0; k < each; k++)
        counter[in[k * threads + i] & 63] += 1;
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, counter[bin]);
    out[i] = most;
}
