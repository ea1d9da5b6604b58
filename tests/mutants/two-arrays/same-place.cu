// verdict: missed - the doubles take the place of the ints, and zeros that nobody needs fill that of a second array
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    volatile int *ints = (volatile int *)storage;
    int t = threadIdx.x, w = t ^ 1;
    if (t < na)
        ints[t] = a[t];
    __syncthreads();
    int factor = t < nb ? ints[(t + 1) % na] : 0;
    __syncthreads();
    if (w < nb) {
        double x = b[nb - 1 - w];
        ints[2 * (nb - 1 - w)] = __double2loint(x);
        ints[2 * (nb - 1 - w) + 1] = __double2hiint(x);
    }
    for (int k = 2 * t; k < na; k += 128)
        *(int2 *)((int *)storage + 2 * nb + k) = make_int2(0, 0);
    __syncwarp();
    if (t < nb)
        out[t] = storage[nb - 1 - t] * factor;
}
