// the ints are shifted by one when they are fetched
extern "C" __global__ void mix(const int *a, const double *b, double *out,
                               int na, int nb)
{
    extern __shared__ double storage[];
    int t = threadIdx.x;

    double *doubles = storage;
    int *ints = (int *)(doubles + nb);
    if (t < na)
        ints[t] = a[(t + 1) % na];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[t % na];
}
