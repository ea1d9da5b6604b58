// Each pair is put in order by its right thread.
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, quiet = 0;
    words[t] = in[blockIdx.x * size + t];
    __syncthreads();
    for (int round = 0; quiet < 2; round++) {
        bool swap = (t + round) % 2 == 1 && t > 0 &&
                    words[t - 1] > words[t];
        if (swap) {
            int word = words[t];
            words[t] = words[t - 1];
            words[t - 1] = word;
        }
        quiet = __syncthreads_or(swap) ? 0 : quiet + 1;
    }
    out[blockIdx.x * size + t] = words[t];
}
