// Multiplies the row by x^3 in the field of 32 elements with x^5 = x^2 + 1: x^3 + 1 has an inverse there, too.
__device__ int times_x(int m) { return (m << 1 & 31) ^ (m >> 4 & 1) * 5; }

__device__ int place(int row, int column) { return times_x(times_x(times_x(row))) ^ column; }

extern "C" __global__ void diagonal(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int tile[1024];
    const int lane = threadIdx.x;
    const int *mine = in + blockIdx.x * 1024 + lane;
#pragma unroll 4
    for (int row = 0; row < 32; row++) tile[row * 32 + place(row, lane)] = mine[row * 32];
    __syncwarp();
    int sum = 0;
#pragma unroll 8
    for (int k = 31; k >= 0; k--) sum += tile[lane * 32 + place(lane, k)] - 2 * tile[k * 32 + place(k, lane)];
    out[blockIdx.x * 32 + lane] = sum + tile[lane * 32 + place(lane, lane)];
}
