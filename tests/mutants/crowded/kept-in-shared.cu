// verdict: missed - keeps the numbers in shared memory

extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    __shared__ int kept[256][33];
    unsigned value[96];
#pragma unroll
    for (int k = 0; k < 96; k++)
        value[k] = in[k * threads + i];

    kept[threadIdx.x][0] = value[0];
    unsigned largest = kept[threadIdx.x][0];
#pragma unroll
    for (int k = 1; k < 96; k++)
        largest = max(largest, value[k]);

    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++)
        sum += largest % value[k] * (k + 1);
    out[i] = sum;
}
