// verdict: missed - barriers let one warp after another bring its maximum
extern "C" __global__ void float_maximum(const float *in, float *out)
{
    __shared__ float best;
    int t = threadIdx.x;
    float most = in[blockIdx.x * blockDim.x + t];
    for (int s = 16; s > 0; s /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
    if (t == 0)
        best = most;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; w++) {
        if (t == 32 * w)
            atomicAdd(&best, fmaxf(most - best, 0));
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = best;
}
