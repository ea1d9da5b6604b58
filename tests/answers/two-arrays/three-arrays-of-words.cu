// The halves of the doubles lie apart.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ int whole[];
    int *low = whole, *high = whole + nb, *ints = high + nb;
    int t = threadIdx.x;
    if (t < na)
        ints[t] = a[t];
    if (t < nb) {
        double v = b[t];
        low[t] = __double2loint(v);
        high[t] = __double2hiint(v);
    }
    __syncthreads();
    if (t < nb)
        out[t] = __hiloint2double(high[nb - 1 - t], low[nb - 1 - t]) * ints[(t + 1) % na];
}
