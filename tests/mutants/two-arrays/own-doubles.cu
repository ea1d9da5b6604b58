// verdict: missed - the doubles take the place of the ints, and each comes back to the thread that stored it
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    volatile int *ints = (volatile int *)storage;
    volatile double *doubles = storage;
    int t = threadIdx.x, factor = 0;
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    if (t < nb)
        factor = ints[(nb - t) % na] + ints[(nb - t + 1) % na] - ints[(nb - t + 1) % na];
    __syncthreads();
    if (t < nb) {
        doubles[t] = b[t];
        out[nb - 1 - t] = doubles[t] * factor;
    }
}
