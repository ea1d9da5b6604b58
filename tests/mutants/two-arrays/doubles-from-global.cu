// verdict: missed - only the ints go through shared memory
extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ int ints[];
    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    if (t < nb)
        out[t] = b[nb - 1 - t] * ints[(t + 1) % na];
}
