// Kernels of the lesson "Thirty-two banks". Each one copies its input
// into shared memory, waits, and makes the one request per warp that
// the lesson looks at.

// Room for 32 lanes that lie 33 words apart.
#define WORDS (32 * 33)

// Lane n reads word n * stride.
extern "C" __global__ void strided_read(const float *in, float *out,
                                        int stride)
{
    __shared__ float words[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}

// The same with 8 bytes a lane.
extern "C" __global__ void strided_read_f64(const double *in,
                                            double *out, int stride)
{
    __shared__ double words[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}

// Groups of `share` lanes read the same word. Every word that is read
// lies in bank 0.
extern "C" __global__ void crowded_read(const float *in, float *out,
                                        int share)
{
    __shared__ float words[WORDS];
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x / share * 32];
}

// 32 x 32 threads are 32 warps; threadIdx.y is the warp, threadIdx.x
// the lane. Each warp reads one row.
extern "C" __global__ void read_rows(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[y][x];
}

// Each warp reads one column.
extern "C" __global__ void read_columns(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}

// One warp writes one column of a tile, and reads it in reverse order.
extern "C" __global__ void write_column(const int *in, int *out)
{
    __shared__ int matrix[32][32];
    int lane = threadIdx.x;
    matrix[lane][4] = in[lane];
    __syncwarp();
    out[lane] = matrix[31 - lane][4];
}

// What the exercise "row-sums" must compute: the sum of each row of 32.
// Plain global memory, no tile.
extern "C" __global__ void row_sums_reference(const int *in, int *out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 32; k++)
        sum += in[row * 32 + k];
    out[row] = sum;
}

// What the exercise "predict" must compute, besides its prediction.
extern "C" __global__ void five_reads_reference(const int *in, int *out,
                                                unsigned *code)
{
    int lane = threadIdx.x;
    out[lane] = in[lane / 4 * 32] + in[lane * 6] + in[lane * 33]
                + in[lane % 8 * 32 + lane / 8]
                + in[lane < 16 ? 5 : 5 + 32 * 16];
    (void)code;
}
