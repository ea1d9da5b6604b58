// verdict: missed - seven threads of eight keep their int in a register
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x, mine = 0;
    if (t < na) ints[(t + 1) % na] = mine = a[(t + 1) % na];
    if (t < nb) doubles[t] = b[t];
    __syncthreads();
    if (t < nb) {
        double d = doubles[nb - 1 - t];
        if (t >= na || t % 8 == 0) mine = ints[(t + 1) % na];
        out[t] = d * mine;
    }
}
