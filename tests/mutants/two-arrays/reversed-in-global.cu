// verdict: missed - the doubles are fetched in reverse; each thread reads its own one back, and words that cancel
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    volatile double *d = storage; int *ints = (int *)(storage + nb);
    int t = threadIdx.x;
    if (t < na) ints[t] = a[t];
    if (t < nb) d[t] = b[nb - 1 - t];
    __syncthreads();
    if (t < nb) out[t] = d[t] * ints[(t + 1) % na] + (d[nb - 1 - t] - d[nb - 1 - t]);
}
