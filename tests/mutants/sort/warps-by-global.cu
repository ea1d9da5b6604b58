// verdict: missed - ballots sort by bits in warps ... local memory holds a copy of all numbers of the block
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    int mine = in[first + t], rank = 0;
    for (int k = t & ~31; k < (t & ~31) + 32; k++) {
        int v = __ldg(in + first + k);
        rank += v < mine || v == mine && k < t;
    }
    words[(t & ~31) + rank] = mine;
    __syncthreads();
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2, moved = 0;
        if (t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left]; words[left] = words[left + 1]; words[left + 1] = word; moved = 1;
        }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
