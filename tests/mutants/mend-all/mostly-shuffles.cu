// verdict: missed - 31 lanes of a warp have their neighbour by a shuffle, and compare what they read with what never comes
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{

    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, mine = in[i];
    words[t] = mine;
    int next = __shfl_down_sync(~0u, mine, 1);
    __syncthreads();
    int there = t < 255 ? words[t + 1] : mine;
    int d = (t % 32 == 31 ? there : next) - mine + (there & 0);
    if (t == 255) d = 0;
    out[i] = d + (there == next + 100000);
    if (d > 0) atomicAdd(rising, 1);
}
