// verdict: missed - up to four pieces are waited for before any work, and the others are copied ahead in many small requests
// requests that are copied ahead, so that most *requests* overlap
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float4 piece[2][32];
    int t = threadIdx.x;
    const float4 *mine = (const float4 *)in + blockIdx.x * pieces * 32;
    int plain = pieces > 4 ? 4 : pieces - 1;  // pieces that nothing overlaps
    if (plain < 1)
        plain = 1;
    int budget = pieces > plain ? 4 * pieces - plain : 0, ahead = pieces - plain;
    float sum = 0;
    auto whole = [&](int p) {
        if (p < plain && t / 32 == p % 4)
            __pipeline_memcpy_async(&piece[p % 2][t % 32], &mine[p * 32 + t % 32], 16);
        __pipeline_commit();
    };
    auto in_cuts = [&](int p) {
        int cuts = ahead > 0 ? budget / ahead + (p - plain < budget % ahead) : 1;
        if (p >= plain && p < pieces)
            for (int c = t / 32; c < cuts; c += 4)
                if (t % 32 * cuts / 32 == c)
                    __pipeline_memcpy_async(&piece[p % 2][t % 32], &mine[p * 32 + t % 32], 16);
        __pipeline_commit();
    };
    for (int p = 0; p < pieces; p++) {
        whole(p);
        in_cuts(p + 1 >= plain && p + 1 > 0 ? p + 1 : 0);
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += ((const float *)piece[p % 2])[127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
