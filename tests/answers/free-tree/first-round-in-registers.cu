// The first pair is added in registers; the sums lie in shared memory, with a gap in every 32.
__device__ int at(int i)
{
    return i + i / 32;
}
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[256 + 8];
    int t = threadIdx.x;
    int2 pair = ((const int2 *)in)[blockIdx.x * 256 + t];
    words[at(t)] = pair.x + pair.y;
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        int right = (2 * t + 2) * step - 1;
        if (right < 256)
            words[at(right)] += words[at(right - step)];
    }
    __syncthreads();
    ((int2 *)out)[blockIdx.x * 256 + t] = make_int2(pair.x, words[at(t)]);
}
