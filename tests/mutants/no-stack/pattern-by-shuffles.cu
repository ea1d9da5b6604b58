// verdict: wrong - the rows of next are read in order, and lanes 0 and 1 tell all lanes how their lists go on
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, m = gridDim.x * 64; unsigned v = 0, f = 1; int node = i;
    int turn = 1;
    for (int k = 0; k < length; k++) {
        v += f * number[node]; f *= 3;
        if (k + 1 >= length) break;
        // read next in coalesced order; pattern from lanes 0 and 1
        int nx = next[k * m + i];
        int a = __shfl_sync(~0u, nx, 0), b = __shfl_sync(~0u, nx, 1);
        int lane0 = i - i % 32; turn = ((b - a) % m + m) % m;
        long long c = (long long)(node - k * m - lane0) * turn + (a - (k + 1) * m);
        node = (k + 1) * m + (int)((c % m + m) % m);
    }
    out[i] = v;
}
