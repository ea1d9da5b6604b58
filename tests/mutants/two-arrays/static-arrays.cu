// verdict: missed - two static arrays of the largest size instead of one dynamic block

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    __shared__ double doubles[64];
    __shared__ int ints[64];

    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb)
        out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
