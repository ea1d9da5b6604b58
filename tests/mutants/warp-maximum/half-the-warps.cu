// verdict: missed - half of the warps look at the numbers of two
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    int n = blockDim.x, t = threadIdx.x;
    for (int k = t; k < n; k += (n + 63) / 64 * 32) {
        if (t >= (n + 63) / 64 * 32) return;
        int best = __reduce_max_sync(0xffffffff, in[blockIdx.x * n + k]);
        if (k % 32 == 0) out[(blockIdx.x * n + k) / 32] = best;
    }
}
