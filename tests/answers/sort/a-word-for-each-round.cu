// each warp votes, one lane tells
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    __shared__ int any[3];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    if (t < 3) any[t] = 0;
    __syncthreads();
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2;
        bool moved = t == left && left >= 0 && left + 1 < size && words[left] > words[left + 1];
        if (moved) { int w = words[left]; words[left] = words[left + 1]; words[left + 1] = w; }
        bool w = __any_sync(~0u, moved);
        if (w && t % 32 == 0) any[round % 3] = 1;
        __syncthreads();
        still = any[round % 3] ? 0 : still + 1;
        if (t == 0) any[(round + 2) % 3] = 0;
    }
    out[first + t] = words[t];
}
