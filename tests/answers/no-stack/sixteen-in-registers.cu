// Sixteen nodes at a time go through registers.
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned st[16]; unsigned v = 0, f = 1; int node = i;
    while (node >= 0) {
        int n = 0;
#pragma unroll
        for (int k = 0; k < 16; k++) { st[k] = 0; if (node >= 0) { st[k] = number[node]; node = next[node]; n++; } }
        unsigned w = 0;
#pragma unroll
        for (int k = 15; k >= 0; k--) w = st[k] + 3 * w;
        v += f * w; f *= 43046721u;
    }
    out[i] = v;
}
