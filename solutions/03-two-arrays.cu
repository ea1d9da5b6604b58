// Exercise two-arrays: one solution.
//
// The type with the stricter alignment comes first. The doubles begin
// where the storage begins, which is aligned for them, and the ints may
// begin anywhere that is a multiple of 4. So no gap is needed.

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
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
