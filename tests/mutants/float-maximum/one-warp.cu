// verdict: missed - warp 0 loads all by fours and proposes alone; the others pass the time
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ int best;
    int t = threadIdx.x, n = blockDim.x;
    const float *mine = in + blockIdx.x * n;
    if (t == 0) best = __float_as_int(-3e38f);
    __syncthreads();
    if (t < 32) {
        float most = -3e38f;
        for (int i = t; i < n; i += 32) most = fmaxf(most, mine[i]);
        int seen = atomicAdd(&best, 0);
        while (most > __int_as_float(seen)) {
            int found = atomicCAS(&best, seen, __float_as_int(most));
            if (found == seen) break;
            seen = found;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + t] = __int_as_float(best);
}
