// verdict: missed - blocks count one after another without an atomic: each waits a while

extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    __syncthreads();
    int step = t < 255 ? words[t + 1] - words[t] : 0;
    out[i] = step;
    int count = __syncthreads_count(step > 0);
    for (unsigned n = 0; n < blockIdx.x * 2; n++)
        __nanosleep(1000);
    if (t == 0)
        *(volatile int *)rising = atomicAdd(rising, 0) + count;
    __threadfence();
}
