// verdict: unsafe - another thread may not have written its element yet

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];

    double *doubles = storage;
    int *ints = (int *)(doubles + nb);

    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
