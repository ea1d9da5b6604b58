// verdict: missed - a request that would have a conflict is made in up to four
__device__ int place(int i) { return i + i / 128; }

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
        for (int turn = 0; turn < (step < 64 ? 4 : 1); turn++) {
            if (right < 512 && (step == 1 ? t / 16 % 2 : step < 32 ? t * step / 16 % 4 : step == 32 ? t % 2 : 0) == turn)
                words[place(right)] += words[place(left)];
            __syncwarp();
        }
    }
    __syncthreads();
    out[first + t] = words[place(t)];
    out[first + t + 256] = words[place(t + 256)];
}
