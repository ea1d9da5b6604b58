// Exercise crowded: registers instead of loads.
//
// Each thread looks for the largest of its 96 numbers x[k]. Then it adds
// up min(largest - x[k], 300000) * (k + 1) for all k. It reads all
// numbers twice. Read each one once, and keep all of them in registers.
// That will cost half the occupancy or more.
//
// Check it: type "check crowded" at the prompt of Warpschool.

extern "C" __global__ void below_largest(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    // TODO: 96 numbers in registers.
    int largest = in[i];
#pragma unroll 4
    for (int k = 1; k < 96; k++)
        largest = max(largest, in[k * threads + i]);

    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < 96; k++)
        sum += min(largest - in[k * threads + i], 300000) * (k + 1);
    out[i] = sum;
}
