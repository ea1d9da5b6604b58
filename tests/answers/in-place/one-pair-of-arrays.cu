// One array of two padded tiles, a helper that moves one of them.
struct Tile {
    int words[32][33];
    __device__ void load(const int *data, int size, int x, int y)
    {
        for (int j = threadIdx.y; j < 32; j += 8)
            if (x + (int)threadIdx.x < size && y + j < size)
                words[j][threadIdx.x] = data[(y + j) * size + x + threadIdx.x];
    }
    __device__ void store_turned(int *data, int size, int x, int y) const
    {
        for (int j = threadIdx.y; j < 32; j += 8)
            if (x + (int)threadIdx.x < size && y + j < size)
                data[(y + j) * size + x + threadIdx.x] = words[threadIdx.x][j];
    }
};
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ Tile tiles[2];
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (x > y)
        return;
    tiles[0].load(data, size, x, y);
    if (x != y)
        tiles[1].load(data, size, y, x);
    __syncthreads();
    tiles[0].store_turned(data, size, y, x);
    if (x != y)
        tiles[1].store_turned(data, size, x, y);
}
