// A scan by doubling, two arrays in turn, in a template.
template <int N> __device__ int inclusive(int mine, int (&sums)[2][N])
{
    int t = threadIdx.x, turn = 0;
    sums[0][t] = mine;
    __syncthreads();
#pragma unroll
    for (int step = 1; step < N; step *= 2) {
        mine = sums[turn][t] + (t >= step ? sums[turn][t - step] : 0);
        turn ^= 1;
        sums[turn][t] = mine;
        __syncthreads();
    }
    return mine;
}
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int sums[2][256], kept[256];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = __ldg(in + i);
    kept[t] = 0;
    int place = inclusive<256>(v > 0 ? 1 : 0, sums);
    if (v > 0)
        kept[place - 1] = v;
    __syncthreads();
    out[i] = kept[t];
}
