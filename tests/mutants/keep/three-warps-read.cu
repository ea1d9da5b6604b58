// verdict: missed - five warps do all; three read words that nobody uses
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int counts[8];
    int first = blockIdx.x * 256, t = threadIdx.x, warp = t / 32, lane = t % 32;
    int x[2] = {0, 0};
    unsigned m[2] = {0, 0};
    if (warp < 5)
        for (int k = 0; k < 2; k++)
            if (warp + 5 * k < 8) {
                x[k] = in[first + t + 160 * k];
                m[k] = __ballot_sync(~0u, x[k] > 0);
                if (lane == 0)
                    counts[warp + 5 * k] = __popc(m[k]);
            }
    __syncthreads();
    if (warp >= 5)
        for (int k = 0; k < 8; k++)
            (void)((volatile int *)counts)[k];
    if (warp < 5)
        for (int k = 0; k < 2; k++)
            if (warp + 5 * k < 8) {
                int before = 0, total = 0;
                for (int j = 0; j < 8; j++) {
                    before += j < warp + 5 * k ? counts[j] : 0;
                    total += counts[j];
                }
                if (x[k] > 0)
                    out[first + before + __popc(m[k] & ((1u << lane) - 1))] = x[k];
                if (t + 160 * k >= total)
                    out[first + t + 160 * k] = 0;
            }
}
