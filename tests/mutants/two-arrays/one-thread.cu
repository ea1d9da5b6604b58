// verdict: missed - one thread does everything, without a barrier

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];
    double *doubles = storage;
    int *ints = (int *)(doubles + nb);

    if (threadIdx.x > 0)
        return;
    for (int k = 0; k < na; k++)
        ints[k] = a[k];
    for (int k = 0; k < nb; k++)
        doubles[k] = b[k];
    for (int k = 0; k < nb; k++)
        out[k] = doubles[nb - 1 - k] * ints[(k + 1) % na];
}
