// One warp fetches the ints, the other one the doubles.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb) {
    extern __shared__ double doubles[];
    int *ints = (int *)(doubles + nb);
    int t = threadIdx.x, lane = t % 32;
    if (t < 32)
        for (int k = lane; k < na; k += 32) ints[k] = a[k];
    else
        for (int k = lane; k < nb; k += 32) doubles[k] = b[k];
    __syncthreads();
    if (t < nb) out[t] = doubles[nb - 1 - t] * ints[(t + 1) % na];
}
