// verdict: missed - half of the lanes do all, and then all count
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int kept_by[16], words[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256;
    int2 two = make_int2(0, 0);
    if (lane < 16) two = *(const int2 *)&in[first + 32 * warp + 2 * lane];
    unsigned a = __ballot_sync(~0u, two.x > 0), b = __ballot_sync(~0u, two.y > 0);
    if (lane == 0) kept_by[warp] = __popc(a) + __popc(b);
    if (lane < 16) *(int2 *)&words[32 * warp + 2 * lane] = make_int2(0, 0);
    unsigned x = threadIdx.x; for (int k = 0; k < 20; k++) asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x));
    __syncthreads();
    int place = __popc(a & ((1u << lane) - 1)) + __popc(b & ((1u << lane) - 1));
    if (lane < 16) {
        for (int v = 0; v < warp; v++) place += kept_by[v];
        if (two.x > 0) words[place++] = two.x;
        if (two.y > 0) words[place] = two.y;
    }
    __syncthreads();
    if (lane < 16) *(int2 *)&out[first + 32 * warp + 2 * lane] = *(int2 *)&words[32 * warp + 2 * lane];
}
