// The ints are rounded up to an even number, and the word behind an odd number of them is filled with 0.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int *ints = (int *)storage, t = threadIdx.x;
    double *doubles = storage + (na + 1) / 2;
    if (t < na)
        ints[t] = a[t];
    if (t == 0 && na % 2 == 1)
        ints[na] = 0;
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
