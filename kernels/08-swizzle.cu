// Kernels of the lesson "Swizzling". A block of 32 x 32 threads
// transposes a tile of 32 x 32 numbers in shared memory: it writes the
// rows and reads the columns. What differs is where in its row a word is
// kept.

// Word (row, column) is kept at place `column`.
extern "C" __global__ void turn_plain(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}

// One unused word in each row.
extern "C" __global__ void turn_padded(const int *in, int *out)
{
    __shared__ int tile[32][32 + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}

// Each row is rotated by its own number.
extern "C" __global__ void turn_rotated(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][(x + y) % 32] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][(y + x) % 32];
}

// The column's number, exclusive-or the row's.
extern "C" __global__ void turn_swizzled(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ y] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y ^ x];
}

// Only some bits of the row's number are used.
extern "C" __global__ void turn_masked(const int *in, int *out, int mask)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ (y & mask)] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y ^ (x & mask)];
}

// Rows of `width` words. The place of a word must stay within its row.
extern "C" __global__ void turn_narrow(const int *in, int *out,
                                       int width)
{
    __shared__ int tile[32 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width)
        tile[y * width + (x ^ y)] = in[y * width + x];
    __syncthreads();
    if (y < width)
        out[y * 32 + x] = tile[x * width + (y ^ x)];
}

// A tile of 32 rows of eight float4, handled 16 bytes at a time. One
// warp: it writes four rows at a time and reads a column at a time.
extern "C" __global__ void wide_plain(const float4 *in, float4 *out)
{
    __shared__ float4 tile[32][8];
    int lane = threadIdx.x;
    for (int row = 0; row < 32; row += 4)
        tile[row + lane / 8][lane % 8] = in[row * 8 + lane];
    __syncwarp();
    for (int column = 0; column < 8; column++)
        out[column * 32 + lane] = tile[lane][column];
}

// Rows of 33 floats.
extern "C" __global__ void wide_padded_by_one(const float4 *in,
                                              float4 *out)
{
    __shared__ float words[32 * 33 + 3];
    int lane = threadIdx.x;
    for (int row = 0; row < 32; row += 4) {
        float *place = words + (row + lane / 8) * 33 + lane % 8 * 4;
        *(float4 *)place = in[row * 8 + lane];
    }
    __syncwarp();
    for (int column = 0; column < 8; column++) {
        float *place = words + lane * 33 + column * 4;
        out[column * 32 + lane] = *(float4 *)place;
    }
}

// Rows of nine float4.
extern "C" __global__ void wide_padded_by_four(const float4 *in,
                                               float4 *out)
{
    __shared__ float4 tile[32][8 + 1];
    int lane = threadIdx.x;
    for (int row = 0; row < 32; row += 4)
        tile[row + lane / 8][lane % 8] = in[row * 8 + lane];
    __syncwarp();
    for (int column = 0; column < 8; column++)
        out[column * 32 + lane] = tile[lane][column];
}

// Three tiles of side x side floats, in dynamic shared memory.
extern "C" __global__ void three_tiles(float *out, int side, int pad)
{
    extern __shared__ float tiles[];
    int words = 3 * side * (side + pad);
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        tiles[i] = i;
    __syncthreads();
    out[threadIdx.x] = tiles[words - 1 - threadIdx.x];
}

// What the exercise "wide-columns" must compute.
extern "C" __global__ void wide_columns_reference(const float4 *in,
                                                  float4 *out)
{
    const float4 *mine = in + blockIdx.x * 256;
    for (int i = threadIdx.x; i < 256; i += 32)
        out[blockIdx.x * 256 + i] = mine[i % 32 * 8 + i / 32];
}

// What the exercise "diagonal" must compute: the rows, the columns and
// the main diagonal of each tile, added up.
extern "C" __global__ void diagonal_reference(const int *in, int *out)
{
    int lane = threadIdx.x;
    const int *tile = in + blockIdx.x * 1024;
    int sum = tile[lane * 33];
    for (int k = 0; k < 32; k++)
        sum += tile[lane * 32 + k] - 2 * tile[k * 32 + lane];
    out[blockIdx.x * 32 + lane] = sum;
}
