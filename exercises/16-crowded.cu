// Exercise crowded: registers instead of loads.
//
// Each thread looks for the largest of its 96 numbers x[k]. Then it adds
// up largest % x[k] * (k + 1) for all k. It reads all numbers twice.
// Read each one once, and keep all of them in registers.
// That will cost half the occupancy or more.
//
// Check it: type "check crowded" at the prompt of Warpschool.

extern "C" __global__ void largest_by_each(const unsigned *in,
                                           unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    // TODO: 96 numbers in registers.
    unsigned largest = in[i];
#pragma unroll 4
    for (int k = 1; k < 96; k++)
        largest = max(largest, in[k * threads + i]);

    unsigned sum = 0;
#pragma unroll 4
    for (int k = 0; k < 96; k++)
        sum += largest % in[k * threads + i] * (k + 1);
    out[i] = sum;
}
