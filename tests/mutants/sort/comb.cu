// verdict: missed - numbers far apart are compared first (a comb), then neighbours
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    __syncthreads();
    for (int gap = 32; gap > 1; gap /= 2) for (int h = 0; h < 2; h++) {
        if (t / gap % 2 == h && t + gap < size && words[t] > words[t + gap]) { int w = words[t]; words[t] = words[t + gap]; words[t + gap] = w; }
        __syncthreads();
    }
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2, moved = 0;
        if (t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1]) { int w = words[left]; words[left] = words[left + 1]; words[left + 1] = w; moved = 1; }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
