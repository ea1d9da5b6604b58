// Kernels of the lesson "Stencils". Each number of the result is made of
// a number of the input and its neighbours, RADIUS to each side, with
// the weights of a filter. Outside of the input there are zeros.

#ifndef RADIUS
#define RADIUS 4
#endif
#ifndef BLOCK
#define BLOCK 256  // threads, and outputs, of a block
#endif

// The weights. The host sets them, by this name.
__constant__ float filter[65];

// Every thread fetches all its neighbours from global memory.
extern "C" __global__ void naive(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n)
            sum += filter[RADIUS + k] * in[i + k];
    out[i] = sum;
}

// The same, with the weights in global memory.
extern "C" __global__ void naive_weights(const float *in,
                                         const float *weights,
                                         float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n)
            sum += weights[RADIUS + k] * in[i + k];
    out[i] = sum;
}

// A number of the input, or the zero outside.
__device__ float inside(const float *in, int i, int n)
{
    return i >= 0 && i < n ? in[i] : 0;
}

// The block fetches a tile with a halo. Each thread takes its own
// number, and the first RADIUS threads take both halos, too.
extern "C" __global__ void tiled(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = RADIUS + threadIdx.x;

    tile[t] = inside(in, i, n);
    if (threadIdx.x < RADIUS) {
        tile[t - RADIUS] = inside(in, i - RADIUS, n);
        tile[t + BLOCK] = inside(in, i + BLOCK, n);
    }
    __syncthreads();

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += filter[RADIUS + k] * tile[t + k];
    if (i < n)
        out[i] = sum;
}

// The same without the barrier.
extern "C" __global__ void tiled_at_once(const float *in, float *out,
                                         int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = RADIUS + threadIdx.x;

    tile[t] = inside(in, i, n);
    if (threadIdx.x < RADIUS) {
        tile[t - RADIUS] = inside(in, i - RADIUS, n);
        tile[t + BLOCK] = inside(in, i + BLOCK, n);
    }

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += filter[RADIUS + k] * tile[t + k];
    if (i < n)
        out[i] = sum;
}

// The whole tile, halos and all, in one loop.
extern "C" __global__ void tiled_loop(const float *in, float *out, int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int first = blockIdx.x * BLOCK - RADIUS;
    for (int j = threadIdx.x; j < BLOCK + 2 * RADIUS; j += BLOCK)
        tile[j] = inside(in, first + j, n);
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * tile[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}

// No halo in the tile: whoever needs a number of it fetches it from
// global memory.
extern "C" __global__ void tiled_bare(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = inside(in, i, n);
    __syncthreads();

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        int t = threadIdx.x + k;
        sum += filter[RADIUS + k]
               * (t >= 0 && t < BLOCK ? tile[t] : inside(in, i + k, n));
    }
    if (i < n)
        out[i] = sum;
}

// As tiled_loop, but the loop ends one word early.
extern "C" __global__ void tiled_short(const float *in, float *out,
                                       int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int first = blockIdx.x * BLOCK - RADIUS;
    for (int j = threadIdx.x; j < BLOCK + 2 * RADIUS - 1; j += BLOCK)
        tile[j] = inside(in, first + j, n);
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * tile[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}

// As many tutorials print it: the halo without a thought for the ends.
extern "C" __global__ void tiled_trusting(const float *in, float *out,
                                          int n)
{
    __shared__ float tile[RADIUS + BLOCK + RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int t = RADIUS + threadIdx.x;

    tile[t] = in[i];
    if (threadIdx.x < RADIUS) {
        tile[t - RADIUS] = in[i - RADIUS];
        tile[t + BLOCK] = in[i + BLOCK];
    }
    __syncthreads();

    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += filter[RADIUS + k] * tile[t + k];
    out[i] = sum;
}

// What the kernels above must compute, in double precision.
extern "C" __global__ void line_reference(const float *in, float *out,
                                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int from = max(i - RADIUS, 0); from <= min(i + RADIUS, n - 1);
         from++)
        sum += (double)filter[RADIUS + from - i] * in[from];
    out[i] = (float)sum;
}

extern "C" __global__ void weights_reference(const float *in,
                                             const float *weights,
                                             float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int from = max(i - RADIUS, 0); from <= min(i + RADIUS, n - 1);
         from++)
        sum += (double)weights[RADIUS + from - i] * in[from];
    out[i] = (float)sum;
}

// ---- Two dimensions: a square of (2 RADIUS + 1) x (2 RADIUS + 1)
// neighbours. The weight of a neighbour is that of its column times that
// of its row. A block makes WIDE x HIGH numbers.

#ifndef WIDE
#define WIDE 32
#endif
#ifndef HIGH
#define HIGH 8
#endif
#define ROWS (HIGH + 2 * RADIUS)
#define COLUMNS (WIDE + 2 * RADIUS)

__device__ float inside_plane(const float *in, int x, int y, int width,
                              int height)
{
    bool is_inside = x >= 0 && x < width && y >= 0 && y < height;
    return is_inside ? in[y * width + x] : 0;
}

extern "C" __global__ void plane_naive(const float *in, float *out,
                                       int width, int height)
{
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += filter[RADIUS + j] * filter[RADIUS + k]
                   * inside_plane(in, x + k, y + j, width, height);
    out[y * width + x] = sum;
}

// A tile with a halo on all sides and in the corners.
extern "C" __global__ void plane_tiled(const float *in, float *out,
                                       int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    int left = blockIdx.x * WIDE - RADIUS;
    int top = blockIdx.y * HIGH - RADIUS;
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE)
            tile[j][k] = inside_plane(in, left + k, top + j, width,
                                      height);
    __syncthreads();

    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    float sum = 0;
    for (int j = 0; j <= 2 * RADIUS; j++)
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += filter[j] * filter[k]
                   * tile[threadIdx.y + j][threadIdx.x + k];
    if (x < width && y < height)
        out[y * width + x] = sum;
}

// The middle and four sides, and nobody fetches the corners.
extern "C" __global__ void plane_sides(const float *in, float *out,
                                       int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;

    tile[ty][tx] = inside_plane(in, x, y, width, height);
    if (threadIdx.x < RADIUS) {
        tile[ty][tx - RADIUS] =
            inside_plane(in, x - RADIUS, y, width, height);
        tile[ty][tx + WIDE] =
            inside_plane(in, x + WIDE, y, width, height);
    }
    if (threadIdx.y < RADIUS) {
        tile[ty - RADIUS][tx] =
            inside_plane(in, x, y - RADIUS, width, height);
        tile[ty + HIGH][tx] =
            inside_plane(in, x, y + HIGH, width, height);
    }
    __syncthreads();

    float sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += filter[RADIUS + j] * filter[RADIUS + k]
                   * tile[ty + j][tx + k];
    if (x < width && y < height)
        out[y * width + x] = sum;
}

// The rows of the tile first, then the columns of what came out.
extern "C" __global__ void plane_passes(const float *in, float *out,
                                        int width, int height)
{
    __shared__ float tile[ROWS][COLUMNS];
    __shared__ float half_done[ROWS][WIDE];
    int left = blockIdx.x * WIDE - RADIUS;
    int top = blockIdx.y * HIGH - RADIUS;
    for (int j = threadIdx.y; j < ROWS; j += HIGH)
        for (int k = threadIdx.x; k < COLUMNS; k += WIDE)
            tile[j][k] = inside_plane(in, left + k, top + j, width,
                                      height);
    __syncthreads();

    for (int j = threadIdx.y; j < ROWS; j += HIGH) {
        float sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += filter[k] * tile[j][threadIdx.x + k];
        half_done[j][threadIdx.x] = sum;
    }
    __syncthreads();

    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    float sum = 0;
    for (int j = 0; j <= 2 * RADIUS; j++)
        sum += filter[j] * half_done[threadIdx.y + j][threadIdx.x];
    if (x < width && y < height)
        out[y * width + x] = sum;
}

__device__ void plane_sum(const float *in, float *out, int width,
                          int height, int radius, bool plus)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    double sum = 0;
    for (int v = max(y - radius, 0); v <= min(y + radius, height - 1);
         v++)
        for (int u = max(x - radius, 0); u <= min(x + radius, width - 1);
             u++)
            if (!plus || u == x || v == y)
                sum += (double)filter[radius + v - y]
                       * filter[radius + u - x] * in[v * width + u];
    out[y * width + x] = (float)sum;
}

extern "C" __global__ void plane_reference(const float *in, float *out,
                                           int width, int height)
{
    plane_sum(in, out, width, height, RADIUS, false);
}

extern "C" __global__ void plus_reference(const float *in, float *out,
                                          int width, int height)
{
    plane_sum(in, out, width, height, RADIUS, true);
}

// What the exercises must compute: "halo" with five neighbours to each
// side, "two-passes" with three in each direction.
extern "C" __global__ void smooth_reference(const float *in, float *out,
                                            int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int from = max(i - 5, 0); from <= min(i + 5, n - 1); from++)
        sum += (double)filter[5 + from - i] * in[from];
    out[i] = (float)sum;
}

extern "C" __global__ void soften_reference(const float *in, float *out,
                                            int width, int height)
{
    plane_sum(in, out, width, height, 3, false);
}
