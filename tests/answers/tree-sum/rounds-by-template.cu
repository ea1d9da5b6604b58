// Rounds are written out by a template; the last ones are a warp's.
template <int HALF> __device__ __forceinline__ void round(int *words, int t)
{
    if (HALF >= 32) __syncthreads(); else __syncwarp();
    if (t < HALF) words[t] += words[t + HALF];
}
extern "C" __global__ void tree_sum(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int words[256];
    const int t = threadIdx.x;
    words[t] = __ldg(&in[blockIdx.x * blockDim.x + t]);
    if (blockDim.x >= 256) { round<128>(words, t); round<64>(words, t); }
    round<32>(words, t);
    if (t < 32) {
        round<16>(words, t); round<8>(words, t); round<4>(words, t); round<2>(words, t); round<1>(words, t);
        if (t == 0) out[blockIdx.x] = words[0];
    }
}
