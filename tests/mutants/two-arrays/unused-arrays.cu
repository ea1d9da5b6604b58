// verdict: missed - both arrays are read, and the result comes from global memory

extern "C" __global__ void mix(const int *a, const double *b,
                               double *out, int na, int nb)
{
    extern __shared__ volatile double words[];
    int t = threadIdx.x;
    if (t < nb) {
        words[t] = 0;
        words[t];
        words[t];
        out[t] = b[nb - 1 - t] * a[(t + 1) % na];
    }
}
