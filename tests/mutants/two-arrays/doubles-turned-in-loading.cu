// verdict: missed - each thread fetches its double itself, and the second array is for show

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ volatile double doubles[];
    volatile int *ints = (volatile int *)(doubles + nb);
    int t = threadIdx.x;
    double mine = t < nb ? b[nb - 1 - t] : 0;
    if (t < nb)
        doubles[t] = mine;
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[t] * ints[(t + 1) % na];
}
