// verdict: missed - the second array takes the place of the first one

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int *ints = (int *)storage;
    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    int factor = ints[(t + 1) % na];
    __syncthreads();
    if (t < nb)
        storage[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = storage[nb - 1 - t] * factor;
}
