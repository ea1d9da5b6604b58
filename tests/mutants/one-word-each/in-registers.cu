// verdict: missed - sixteen sweeps in registers, every number read anew

extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int most = 0;
    for (int bin = 0; bin < 64; bin++) {
        int count = 0;
        for (int k = 0; k < each; k++)
            count += (in[k * threads + i] & 63) == bin;
        most = max(most, count);
    }
    out[i] = most;
}
