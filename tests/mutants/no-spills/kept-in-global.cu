// verdict: missed - the numbers wait in an array in global memory, which is no better than local memory

__device__ int kept[64 * 128 * 8];

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int total = 0;
    for (int k = 0; k < 64; k++) {
        kept[k * threads + i] = in[k * threads + i];
        total += kept[k * threads + i];
    }
    int above = 0;
    for (int k = 0; k < 64; k++)
        above += kept[k * threads + i] * 64 > total;
    out[i] = above;
}
