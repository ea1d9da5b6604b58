// Exercise no-padding: a transpose without padding.
//
// The kernel transposes a square matrix. The read down the tile's
// column is a 32-way conflict. Remove it without padding: the tile
// stays at 4096 bytes.
//
// Check it: type "check no-padding" at the prompt of Warpschool.

extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;

    // TODO: within a row of the tile, the words may lie in any order.
    tile[threadIdx.y][threadIdx.x] = in[y * size + x];
    __syncthreads();
    out[to_y * size + to_x] = tile[threadIdx.x][threadIdx.y];
}
