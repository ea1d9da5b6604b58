// Each warp takes one piece of the input, and its lanes step through it side by side.
template <int BINS> struct Bins {
    int sums[BINS];
    __device__ void clear()
    {
        for (int b = threadIdx.x; b < BINS; b += blockDim.x)
            sums[b] = 0;
    }
    __device__ void add(int bin, int value)
    {
        atomicAdd(&sums[bin], value);
    }
    __device__ void carry(int *to) const
    {
        for (int b = threadIdx.x; b < BINS; b += blockDim.x)
            atomicAdd(&to[b], sums[b]);
    }
};
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ Bins<64> mine;
    mine.clear();
    __syncthreads();
    int warps = gridDim.x * blockDim.x / 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int begin = (int)((long long)n * warp / warps), end = (int)((long long)n * (warp + 1) / warps);
    for (int i = begin + threadIdx.x % 32; i < end; i += 32)
        mine.add(__ldg(in + i), __ldg(weight + i));
    __syncthreads();
    mine.carry(bins);
}
