// A word is left out after every 32, the right word stays in a register from round to round.
__device__ __forceinline__ int *at(int *words, int i) { return words + i + (i >> 5); }

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[528];
    const int t = threadIdx.x;
    in += blockIdx.x * 512, out += blockIdx.x * 512;
    *at(words, t) = in[t];
    *at(words, t + 256) = in[t + 256];
    __syncthreads();
    for (int step = 1, sums = 256; sums > 0; step += step, sums >>= 1) {
        if (t < sums) {
            int *right = at(words, step * (2 * t + 2) - 1), left = *at(words, step * (2 * t + 1) - 1);
            *right += left;
        }
        __syncthreads();
    }
    out[t] = *at(words, t);
    out[t + 256] = *at(words, t + 256);
}
