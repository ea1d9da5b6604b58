// Rotated to the left, by a helper that both sides call.
__device__ __forceinline__ int place(int row, int column) { return row * 32 + ((column - row) & 31); }
extern "C" __global__ void transpose(const int *__restrict__ in, int *__restrict__ out, int size)
{
    extern __shared__ int none[];
    __shared__ int tile[1024];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[place(y, x)] = __ldg(&in[(blockIdx.y * 32 + y) * size + blockIdx.x * 32 + x]);
    __syncthreads();
    out[(blockIdx.x * 32 + y) * size + blockIdx.y * 32 + x] = tile[place(x, y)];
}
