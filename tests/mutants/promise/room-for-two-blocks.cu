// verdict: missed - registers for two blocks of 1024 threads, half of what one can have
extern "C" __global__ void __launch_bounds__(1024, 2) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int first = value[0];
#pragma unroll
        for (int k = 0; k < 63; k++)
            value[k] = value[k + 1] + 1;
        value[63] = first + 1;
    }
    out[i] = value[0];
}
