// The rows are stored as columns, 37 words apart, and each lane goes down its column.
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int turned[32 * 37];
    const int *from = in + blockIdx.x * 1024 + threadIdx.x;
    int *to = turned + threadIdx.x * 37, sum = 0;
    for (int y = 0; y < 32; y++, from += 32)
        to[y] = *from;
    __syncwarp();
#pragma unroll
    for (int x = 31; x >= 0; x--)
        sum += turned[x * 37 + threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
