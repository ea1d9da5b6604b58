// verdict: missed - a request that would have a conflict is made in two, of half a warp each
__device__ int place(int i) { return i + i / 64; }

extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[576];
    int t = threadIdx.x;
    int first = blockIdx.x * 512;
    words[place(t)] = in[first + t];
    words[place(t + 256)] = in[first + t + 256];
    for (int step = 1; step < 512; step *= 2) {
        __syncthreads();
        int left = step * (2 * t + 1) - 1, right = left + step;
        for (int half = 0; half < 2; half++) {
            if (right < 512 && (step > 16 ? 0 : t * step / 16 % 2) == half)
                words[place(right)] += words[place(left)];
            __syncwarp();
        }
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
