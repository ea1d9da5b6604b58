// a block's rising steps are added up by a tree, and one atomic for each block
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256], steps[256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    __syncthreads();
    int step = 0;
    if (t != 255)
        step = words[t + 1] - words[t];
    out[i] = step;
    steps[t] = step > 0;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            steps[t] += steps[t + half];
    }
    if (t == 0)
        atomicAdd(rising, steps[0]);
}
