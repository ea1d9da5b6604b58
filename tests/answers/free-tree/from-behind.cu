// Threads from behind, two numbers at a time from global memory, 528 words.
__device__ int place(int i) { return i + i / 32; }

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[528];
    int t = 255 - threadIdx.x;
    int2 two = ((const int2 *)in)[blockIdx.x * 256 + t];
    words[place(2 * t)] = two.x;
    two.y += two.x;  // the first round
    words[place(2 * t + 1)] = two.y;
    for (int count = 128, step = 2; count > 0; count /= 2, step *= 2) {
        __syncthreads();
        if (t < count) {
            int right = 2 * step * (t + 1) - 1;
            words[place(right)] += words[place(right - step)];
        }
    }
    __syncthreads();
    ((int2 *)out)[blockIdx.x * 256 + t] = make_int2(words[place(2 * t)], words[place(2 * t + 1)]);
}
