// Every thread reads a number of each array, in bounds; those with a result store it.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = reinterpret_cast<int *>(doubles + nb);
    const int t = threadIdx.x;
    if (t < nb)
        doubles[t] = __ldg(b + t);
    if (t < na)
        ints[t] = __ldg(a + t);
    __syncthreads();
    double factor = doubles[max(0, nb - 1 - t)];
    int other = ints[(t + 1) % na];
    if (t < nb)
        out[t] = factor * other;
}
