// Exercise crowded: one solution.
//
// All 96 numbers must be known before the first one can be subtracted.
// So all of them are alive at once. The loops are unrolled: an array
// with constant indices can live in registers.

extern "C" __global__ void largest_by_each(const unsigned *in,
                                           unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    unsigned value[96];
#pragma unroll
    for (int k = 0; k < 96; k++)
        value[k] = in[k * threads + i];

    unsigned largest = value[0];
#pragma unroll
    for (int k = 1; k < 96; k++)
        largest = max(largest, value[k]);

    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++)
        sum += largest % value[k] * (k + 1);
    out[i] = sum;
}
