// One word more, so that the last thread's difference is 0 by itself.

extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[257];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    if (t == 255)
        words[256] = words[255];
    __syncthreads();
    int step = words[t + 1] - words[t];
    out[i] = step;
    atomicAdd(rising, step > 0);
}
