// verdict: missed - without unrolling the array lies in local memory from the start

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int value[64];
    int total = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k++) {
        value[k] = in[k * threads + i];
        total += value[k];
    }
    int above = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k++)
        above += value[k] * 64 > total;
    out[i] = above;
}
