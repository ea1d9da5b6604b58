// verdict: missed - the neighbour is read from global memory
extern "C" __global__ void differences(const int *in, int *out,
                                       int *rising)
{
    __shared__ int steps[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    steps[t] = t < 255 ? in[i + 1] - in[i] : 0;
    out[i] = steps[t];
    if (steps[t] > 0)
        atomicAdd(rising, 1);
}
