// verdict: missed - a stack of 64 numbers in registers, filled again and again
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned st[64]; unsigned v = 0, f = 1; int node = i;
    while (node >= 0) {
        int n = 0;
#pragma unroll
        for (int k = 0; k < 64; k++) { st[k] = 0; if (node >= 0) { st[k] = number[node]; node = next[node]; n++; } }
        unsigned w = 0;
#pragma unroll
        for (int k = 63; k >= 0; k--) w = st[k] + 3 * w;
        v += f * w; f *= 2038349057u;
    }
    out[i] = v;
}
