// verdict: missed - two warps find all places; stores that nobody reads look like those of a tree
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int numbers[256], kept[256], by[8];
    __shared__ int junk[256];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 256;
    numbers[t] = in[first + t];
    kept[t] = 0;
    for (int k = 0; k < 3; k++)
        ((volatile int *)junk)[t] = t + k;
    __syncthreads();
    int a[4];
    unsigned m[4];
    if (t < 64) {
        for (int k = 0; k < 4; k++) {
            a[k] = numbers[t + 64 * k];
            m[k] = __ballot_sync(~0u, a[k] > 0);
            if (lane == 0)
                by[2 * k + t / 32] = __popc(m[k]);
        }
    } else {
        int c;
#pragma unroll 1
        for (int k = 0; k < 15; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    }
    __syncthreads();
    if (t < 64) {
        int p = t / 32 ? by[0] : 0;
        for (int k = 0; k < 4; k++) {
            if (a[k] > 0)
                kept[p + __popc(m[k] & ((1u << lane) - 1))] = a[k];
            p += by[2 * k + t / 32];
            if (k < 3)
                p += t / 32 ? by[2 * k + 2] : by[2 * k + 1];
        }
    } else {
        int c;
#pragma unroll 1
        for (int k = 0; k < 15; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    }
    __syncthreads();
    out[first + t] = kept[t];
}
