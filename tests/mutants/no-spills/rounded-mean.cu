// verdict: wrong - the mean is rounded towards zero

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int total = 0;
    for (int k = 0; k < 64; k++)
        total += in[k * threads + i];
    int above = 0;
    for (int k = 0; k < 64; k++)
        above += in[k * threads + i] > total / 64;
    out[i] = above;
}
