// A struct with its place, two numbers in a turn.
struct Counters {
    int (*rows)[128];
    __device__ int &of(int number) const { return rows[number & 15][threadIdx.x]; }
};

extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int rows[16][128];
    const Counters counters{rows};
    const int threads = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int bin = 15; bin >= 0; --bin)
        counters.of(bin) = 0;
    int k = 0;
    for (; k + 1 < each; k += 2) {
        int one = in[k * threads + i], two = in[(k + 1) * threads + i];
        counters.of(one)++;
        counters.of(two)++;
    }
    if (k < each)
        counters.of(in[k * threads + i])++;
    int most = counters.of(0);
    for (int bin = 1; bin < 16; bin++)
        most = counters.of(bin) > most ? counters.of(bin) : most;
    out[i] = most;
}
