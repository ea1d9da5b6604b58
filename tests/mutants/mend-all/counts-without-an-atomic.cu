// verdict: unsafe - two threads may count at the same time
extern "C" __global__ void differences(const int *in, int *out,
                                       int *rising)
{
    __shared__ int words[256], steps[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    __syncthreads();
    steps[t] = t < 255 ? words[t + 1] - words[t] : 0;
    out[i] = steps[t];
    if (steps[t] > 0)
        *rising = *rising + 1;
}
