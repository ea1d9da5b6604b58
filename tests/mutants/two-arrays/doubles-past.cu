// verdict: missed - seven threads of eight keep their double in a register
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x;
    double mine = 0;
    if (t < na) ints[t] = a[t];
    if (t < nb) doubles[nb - 1 - t] = mine = b[nb - 1 - t];
    __syncthreads();
    if (t < nb) {
        int i = ints[(t + 1) % na];
        if (t % 8 == 0) { mine = doubles[nb - 1 - t]; }
        out[t] = mine * i;
    }
}
