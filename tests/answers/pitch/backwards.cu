// The rows are copied and added up from the last number to the first, by two functions.
struct Rows {
    int *words;
    int pitch;
    __device__ int &at(int row, int column) const { return words[row * pitch + column]; }
};

static __device__ void fetch(const Rows &tile, const int *from, int width)
{
    for (int row = 31; row >= 0; row--)
        for (int x = threadIdx.x; x < width; x += 32) tile.at(row, x) = from[row * width + x];
}

extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    Rows tile = {words, (width / 2) * 2 + 1};
    fetch(tile, in + 32 * width * blockIdx.x, width);
    __syncthreads();
    int sum = 0;
    for (int k = width - 1; k >= 0; k--) sum += tile.at(threadIdx.x, k);
    out[32 * blockIdx.x + threadIdx.x] = sum;
}
