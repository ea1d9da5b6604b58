// A structure with the counters of a thread, 128 words apart.
template <int T, int B> struct Bins {
    int *mine;
    __device__ explicit Bins(int *all) : mine(all + threadIdx.x) {
#pragma unroll
        for (int b = 0; b < B; b++) mine[b * T] = 0; }
    __device__ void operator()(int v) { mine[(unsigned)v % B * T]++; }
    __device__ int most() const { int m = mine[0];
#pragma unroll
        for (int b = 1; b < B; b++) m = max(m, mine[b * T]); return m; }
};
extern "C" __global__ void __launch_bounds__(128) most_frequent(const int *__restrict__ in, int *__restrict__ out, int each)
{
    __shared__ int all[64 * 128];
    Bins<128, 64> bins(all);
    const int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    const int *p = in + i;
#pragma unroll 4
    for (int k = 0; k < each; ++k, p += step) bins(__ldg(p));
    out[i] = bins.most();
}
