// verdict: unsafe - the four warps of the block count in one place

extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    __shared__ int counter[64][32];
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int bin = 0; bin < 64; bin++)
        counter[bin][lane] = 0;
    for (int k = 0; k < each; k++)
        counter[in[k * threads + i] & 63][lane] += 1;
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, counter[bin][lane]);
    out[i] = most;
}
