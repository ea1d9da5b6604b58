// verdict: missed - shuffles find the largest, and one swap stores it
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float words[32];
    __shared__ int best;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    float mine = in[i];
    if (t == 0)
        best = 0;
    for (int d = 16; d > 0; d /= 2)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, d));
    words[t / 32] = mine;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            mine = fmaxf(mine, words[w]);
        atomicCAS(&best, 0, __float_as_int(mine));
    }
    __syncthreads();
    out[i] = __int_as_float(best);
}
