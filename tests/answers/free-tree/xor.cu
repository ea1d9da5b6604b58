// Bits of the row are mixed into the place, and no word is left out.
__device__ int place(int i) { return i ^ ((i >> 5) & 31) ; }
extern "C" __global__ void up_the_tree(const int *in, int *out)
{
    __shared__ int words[512];
    int t = threadIdx.x, first = blockIdx.x * 512;
    words[place(t)] = in[first + t]; words[place(t + 256)] = in[first + t + 256];
    for (int step = 1; step < 512; step *= 2) {
        __syncthreads();
        int left = step * (2 * t + 1) - 1, right = left + step;
        if (right < 512) words[place(right)] += words[place(left)];
    }
    __syncthreads();
    out[first + t] = words[place(t)]; out[first + t + 256] = words[place(t + 256)];
}
