// verdict: missed - the doubles take the place of the ints, in a single warp
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double storage[];
    int *ints = (int *)storage, t = threadIdx.x, low = 0, high = 0;
    if (t >= 32)
        return;
    for (int k = t; k < na; k += 32)
        ints[k] = a[k];
    __syncwarp();
    if (t < nb)
        low = ints[(t + 1) % na];
    if (t + 32 < nb)
        high = ints[(t + 33) % na];
    __syncwarp();
    for (int k = t; k < nb; k += 32)
        storage[k] = b[k];
    __syncwarp();
    if (t < nb)
        out[t] = storage[nb - 1 - t] * low;
    if (t + 32 < nb)
        out[t + 32] = storage[nb - 33 - t] * high;
}
