// The largest of two halves; the numbers stay where they were read.
extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    unsigned number[96], even, odd;
#pragma unroll
    for (int k = 0; k < 96; k += 2) {
        number[k] = in[k * n + i];
        number[k + 1] = in[(k + 1) * n + i];
        even = k == 0 ? number[0] : max(even, number[k]);
        odd = k == 0 ? number[1] : max(odd, number[k + 1]);
    }
    unsigned largest = max(even, odd), sum = 0;
#pragma unroll
    for (int k = 95; k >= 0; k--) {
        unsigned rest = largest - largest / number[k] * number[k];
        sum += (k + 1) * rest;
    }
    out[i] = sum;
}
