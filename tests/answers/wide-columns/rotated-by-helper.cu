// A rotation in the place of the exclusive or, and __ldg.
__device__ __forceinline__ int place(int row, int column) { return row * 8 + ((column + row) & 7); }
extern "C" __global__ void wide_columns(const float4 *__restrict__ in, float4 *__restrict__ out)
{
    __shared__ float4 tile[256];
    const int lane = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int n = k * 32 + lane;
        tile[place(n / 8, n % 8)] = __ldg(in + blockIdx.x * 256 + n);
    }
    __syncwarp();
#pragma unroll
    for (int column = 0; column < 8; column++)
        out[blockIdx.x * 256 + column * 32 + lane] = tile[place(lane, column)];
}
