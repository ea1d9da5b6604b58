// verdict: wrong - forgets the first number

extern "C" __global__ void below_largest(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int value[96];
#pragma unroll
    for (int k = 0; k < 96; k++)
        value[k] = in[k * threads + i];

    int largest = value[0];
#pragma unroll
    for (int k = 1; k < 96; k++)
        largest = max(largest, value[k]);

    int sum = 0;
#pragma unroll
    for (int k = 1; k < 96; k++)
        sum += min(largest - value[k], 300000) * (k + 1);
    out[i] = sum;
}
