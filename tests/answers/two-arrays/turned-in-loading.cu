// The doubles are turned round when they are fetched; each thread reads its own one.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x;
    if (t < nb)
        doubles[t] = b[nb - 1 - t];
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[t] * ints[(t + 1) % na];
}
