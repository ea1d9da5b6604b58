// The doubles travel as two words in a structure.
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ uint2 storage[];
    const uint2 *bits = (const uint2 *)b;
    int t = threadIdx.x, room = (na + 1) / 2;
    int *ints = (int *)storage;
    uint2 *wide = storage + room;
    if (t < na)
        ints[t] = a[t];
    if (t < nb)
        wide[nb - 1 - t] = bits[t];
    __syncthreads();
    if (t < nb) {
        uint2 word = wide[t];
        int next = t + 1 < na ? t + 1 : (t + 1) % na;
        out[t] = __hiloint2double(word.y, word.x) * ints[next];
    }
}
