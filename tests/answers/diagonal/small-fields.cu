// The row is mixed as two numbers of 2 and 3 bits.
struct Tile {
    int *words;
    __device__ static int mix(int row)
    {
        int low = row & 3, high = row >> 2;
        int a = (low << 1 ^ (low >> 1) * 7) & 3;
        int b = (high << 1 ^ (high >> 2) * 11) & 7;
        return a | b << 2;
    }
    __device__ int &operator()(int row, int column) { return words[row << 5 | (column ^ mix(row))]; }
    __device__ int get(int row, int column)
    {
        int v;
        unsigned p = (unsigned)__cvta_generic_to_shared(&(*this)(row, column));
        asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(p));
        return v;
    }
};
extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int room[1024];
    Tile tile{room};
    int lane = threadIdx.x;
#pragma unroll 8
    for (int row = 0; row < 32; row++)
        tile(row, lane) = in[blockIdx.x * 1024 + row * 32 + lane];
    __syncwarp();
    int sum = tile.get(lane, lane);
    for (int k = 0; k < 32; k++)
        sum += tile.get(lane, k) - 2 * tile.get(k, lane);
    out[blockIdx.x * blockDim.x + lane] = sum;
}
