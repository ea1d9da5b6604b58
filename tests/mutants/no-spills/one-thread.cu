// verdict: missed - one thread of each block does the work of all

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int threads = gridDim.x * blockDim.x;
    if (threadIdx.x != 0)
        return;
    for (int i = blockIdx.x * 128; i < blockIdx.x * 128 + 128; i++) {
        int total = 0, above = 0;
        for (int k = 0; k < 64; k++)
            total += in[k * threads + i];
        for (int k = 0; k < 64; k++)
            above += in[k * threads + i] * 64 > total;
        out[i] = above;
    }
}
