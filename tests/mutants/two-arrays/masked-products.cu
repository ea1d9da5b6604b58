// verdict: missed - the array of doubles holds products, masked with a 0 that is read back
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x, s = nb - 1 - t;
    int *slot = (int *)&doubles[t];
    double mine = 0;
    if (t < na)
        ints[t] = a[t];
    if (t < nb) {
        *slot = 0;
        mine = b[t];
    }
    __syncthreads();
    if (t < nb) {
        long long zero = *(volatile int *)slot;
        zero = zero << 32 | (zero & 0xffffffff);
        mine = __longlong_as_double(__double_as_longlong(mine) ^ zero);
        double p = mine * (ints[(s + 1) % na] ^ (int)zero);
        doubles[t] = __longlong_as_double(__double_as_longlong(p) ^ zero);
    }
    __syncthreads();
    if (t < nb)
        out[t] = doubles[s];
}
