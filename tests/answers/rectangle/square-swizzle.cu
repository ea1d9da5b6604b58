// A class for the tile; the places of a row are exchanged by its number.
class Tile {
    int words[1024];
  public:
    __device__ int &at(int row, int column) { return words[row * 32 + (row ^ column)]; }
};
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ Tile tile;
    int left = blockIdx.x * 32, top = blockIdx.y * 32, lane = threadIdx.x;
#pragma unroll
    for (int j = threadIdx.y; j < 32; j += 8)
        if (left + lane < width && top + j < height)
            tile.at(j, lane) = in[(top + j) * width + left + lane];
    __syncthreads();
#pragma unroll
    for (int j = threadIdx.y; j < 32; j += 8)
        if (top + lane < height && left + j < width)
            out[(left + j) * height + top + lane] = tile.at(lane, j);
}
