// The ints first, and the doubles at the next multiple of eight bytes.
extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ char bytes[];
    int *ints = (int *)bytes;
    double *doubles = (double *)(bytes + (4 * na + 7) / 8 * 8);
    int t = threadIdx.x;
    for (int k = t; k < na; k += blockDim.x)
        ints[k] = a[k];
    __syncthreads();
    for (int k = t; k < nb; k += blockDim.x)
        doubles[nb - 1 - k] = b[k];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[t] * ints[(t + 1) % na];
}
