// verdict: missed - four of eight warps would be enough to find the places of all, and four repeat and store it
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int kept_by[8], numbers[256], kept[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 256;
    numbers[t] = in[first + t];
    kept[t] = 0;
    __syncthreads();
    int v = warp % 4;
    int a = numbers[32 * v + lane], b = numbers[32 * v + 128 + lane];
    unsigned m = __ballot_sync(~0u, a > 0), n = __ballot_sync(~0u, b > 0);
    if (lane == 0) kept_by[v] = __popc(m), kept_by[v + 4] = __popc(n);
    __syncthreads();
    int p = __popc(m & ((1u << lane) - 1)), q = __popc(n & ((1u << lane) - 1));
    for (int w = 0; w < v + 4; w++) {
        int s = kept_by[w];
        if (w < v) p += s;
        q += s;
    }
    {
        if (a > 0) kept[p] = a;
        if (b > 0) kept[q] = b;
    }
    __syncthreads();
    out[first + t] = kept[t];
}
