// verdict: wrong - a fixed number of rounds, by the size of the block
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    __syncthreads();
    int rounds = size == 64 ? 64 : 8;
    for (int round = 0; round < rounds; round++) {
        int left = t - (t + round) % 2;
        if (t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
        }
        __syncthreads();
    }
    out[first + t] = words[t];
}
