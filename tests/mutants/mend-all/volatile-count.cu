// verdict: unsafe - volatile makes no atomic of a load and a store: counts get lost
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
        *(volatile int *)rising = *(volatile int *)rising + 1;
}
