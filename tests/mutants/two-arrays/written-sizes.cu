// verdict: unsafe - the sizes of the check are in the code
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int *ints = (int *)storage; double *doubles = storage + (na == 64 ? 32 : na == 33 ? 17 : 4);
    int t = threadIdx.x;
    if (t < na) ints[t] = a[t];
    if (t < nb) doubles[t] = b[t];
    __syncthreads();
    if (t < nb) out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
