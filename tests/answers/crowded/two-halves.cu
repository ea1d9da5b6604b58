// The largest of two halves; the numbers stay where they were read.
extern "C" __global__ void below_largest(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    int number[96], even, odd;
#pragma unroll
    for (int k = 0; k < 96; k += 2) {
        number[k] = in[k * n + i];
        number[k + 1] = in[(k + 1) * n + i];
        even = k == 0 ? number[0] : max(even, number[k]);
        odd = k == 0 ? number[1] : max(odd, number[k + 1]);
    }
    int largest = max(even, odd), sum = 0;
#pragma unroll
    for (int k = 95; k >= 0; k--) {
        int below = largest - number[k];
        sum += (k + 1) * (below < 300000 ? below : 300000);
    }
    out[i] = sum;
}
