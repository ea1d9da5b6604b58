// verdict: missed - counts the smaller numbers, which shuffles bring, instead of exchanging neighbours
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, mine = in[first + t], rank = 0;
    words[t] = mine;
    __syncthreads();
    for (int w = 0; w < size; w += 32) {
        int theirs = words[w + t % 32];
        for (int i = 0; i < 32; i++) {
            int other = __shfl_sync(~0u, theirs, i);
            rank += other < mine || (other == mine && w + i < t);
        }
    }
    __syncthreads();
    words[rank] = mine;
    __syncthreads();
    out[first + t] = words[t];
}
