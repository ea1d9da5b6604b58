// The tile as 4096 bytes; a structure of four words that is no float4 travels through it, and its place is computed in bytes.
struct __align__(16) Piece { unsigned word[4]; };
template <int Rows> struct Tile {
    __align__(16) unsigned char bytes[Rows * 128];
    __device__ Piece &at(int row, int column) { return *(Piece *)&bytes[row * 128 + ((column - row) & 7) * 16]; }
};
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ Tile<32> tile;
    const Piece *from = (const Piece *)in + blockIdx.x * 256;
    Piece *to = (Piece *)out + blockIdx.x * 256;
    for (int k = threadIdx.x; k < 256; k += warpSize)
        tile.at(k / 8, k % 8) = from[k];
    __syncwarp();
    for (int k = threadIdx.x; k < 256; k += warpSize)
        to[k] = tile.at(k % 32, k / 32);
}
