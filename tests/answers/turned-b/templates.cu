// A structure for a tile whose columns are free, and a template for its side.
template <int SIDE> struct Tile {
    float numbers[SIDE][SIDE + 1];
    __device__ void fetch(const float *from, int rows, int columns, int row, int column)
    {
        bool inside = row + (int)threadIdx.y < rows && column + (int)threadIdx.x < columns;
        numbers[threadIdx.y][threadIdx.x] =
            inside ? from[(row + threadIdx.y) * columns + column + threadIdx.x] : 0.0f;
    }
};
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ Tile<32> of_a, of_b;
    int top = blockIdx.y * 32, left = blockIdx.x * 32;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        if (first > 0)
            __syncthreads();
        of_a.fetch(a, m, k, top, first);
        of_b.fetch(b, n, k, left, first);
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < 32; i++)
            sum = fmaf(of_a.numbers[threadIdx.y][i], of_b.numbers[threadIdx.x][i], sum);
    }
    if (top + threadIdx.y < m && left + threadIdx.x < n)
        c[(top + threadIdx.y) * n + left + threadIdx.x] = sum;
}
