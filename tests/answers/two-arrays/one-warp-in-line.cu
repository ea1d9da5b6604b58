// One warp; each lane has two numbers of each array, in straight lines.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ double d[];
    int *ints = (int *)(d + nb), t = threadIdx.x, u = t + 32;
    if (t > 31)
        return;
    if (t < na)
        ints[t] = a[t];
    if (u < na)
        ints[u] = a[u];
    if (t < nb)
        d[t] = b[t];
    if (u < nb)
        d[u] = b[u];
    __syncwarp();
    if (t < nb)
        out[t] = d[nb - 1 - t] * ints[(t + 1) % na];
    if (u < nb)
        out[u] = d[nb - 1 - u] * ints[(u + 1) % na];
}
