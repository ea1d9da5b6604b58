// Each thread moves two neighbours.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int ints_first = (na + 1) & ~1;
    int *ints = (int *)storage; double *d = (double *)(ints + ints_first);
    int t = 2 * threadIdx.x;
    #pragma unroll
    for (int k = t; k < t + 2; k++) { if (k < na) ints[k] = a[k]; if (k < nb) d[k] = b[k]; }
    __syncthreads();
    #pragma unroll
    for (int k = t; k < t + 2; k++) if (k < nb) out[k] = d[nb - 1 - k] * ints[(k + 1) % na];
}
