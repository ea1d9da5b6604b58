// verdict: wrong - the last thread of a block takes the next block
extern "C" __global__ void differences(const int *in, int *out,
                                       int *rising)
{
    __shared__ int words[257], steps[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    if (t == 255 && blockIdx.x < gridDim.x - 1)
        words[256] = in[i + 1];
    __syncthreads();
    bool last = t == 255 && blockIdx.x == gridDim.x - 1;
    steps[t] = last ? 0 : words[t + 1] - words[t];
    out[i] = steps[t];
    if (steps[t] > 0)
        atomicAdd(rising, 1);
}
