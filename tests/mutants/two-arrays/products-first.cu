// verdict: missed - the array of doubles holds products, and each thread reads its own result
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x;
    for (int k = t; k < na; k += blockDim.x) ints[k] = a[k];
    __syncthreads();
    if (t < nb) doubles[t] = b[t] * ints[(nb - t) % na];
    __syncthreads();
    if (t < nb) out[t] = doubles[nb - 1 - t];
}
