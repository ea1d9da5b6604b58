// verdict: unsafe - pointer arithmetic counts elements, this counts bytes

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];

    double *doubles = storage;
    int *ints = (int *)(doubles + nb * sizeof(double));

    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
