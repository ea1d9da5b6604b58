// The layout is right; one warp is enough for so few numbers.

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];
    double *doubles = storage;
    int *ints = (int *)(doubles + nb);

    int t = threadIdx.x;
    if (t >= 32)
        return;
    for (int k = t; k < na; k += 32)
        ints[k] = a[k];
    for (int k = t; k < nb; k += 32)
        doubles[k] = b[k];
    __syncwarp();
    for (int k = t; k < nb; k += 32)
        out[k] = doubles[nb - 1 - k] * ints[(k + 1) % na];
}
