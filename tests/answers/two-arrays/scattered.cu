// Thread t takes double t from the array, and stores the result that it belongs to.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)&doubles[nb], t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        doubles[t] = b[t];
    __syncthreads();
    if (t < nb) {
        int to = nb - 1 - t;
        out[to] = doubles[t] * ints[(to + 1) % na];
    }
}
