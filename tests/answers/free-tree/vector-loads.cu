// Two numbers a thread by one load. A word is left out after 32, so that the second 16 pairs of a warp lie between the
// first 16.
template <int BANKS> __device__ __forceinline__ unsigned at(unsigned i) { return i + i / BANKS; }
extern "C" __global__ void __launch_bounds__(256) up_the_tree(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int words[528];
    const unsigned t = threadIdx.x;
    const int2 *pairs = reinterpret_cast<const int2 *>(in) + blockIdx.x * 256;
    const int2 mine = __ldg(&pairs[t]);
    words[at<32>(2 * t)] = mine.x;
    words[at<32>(2 * t + 1)] = mine.y;
    __syncthreads();
#pragma unroll
    for (unsigned log = 0; log < 9; log++) {
        if (t < 256u >> log) {
            unsigned right = ((t + 1) << (log + 1)) - 1, left = right - (1u << log);
            words[at<32>(right)] = words[at<32>(left)] + words[at<32>(right)];
        }
        __syncthreads();
    }
    out += blockIdx.x * 512;
    out[t] = words[at<32>(t)];
    out[t + 256] = words[at<32>(t + 256)];
}
