// Four lanes share a number's 64: each keeps 16 of them, and shuffles bring the counts together.
extern "C" __global__ void above_mean(const int *in, int *out)
{
    int threads = gridDim.x * blockDim.x, lane = threadIdx.x % 32, q = lane / 8;
    int base = blockIdx.x * blockDim.x + threadIdx.x - lane;
    for (int g = 0; g < 4; g++) {
        int i = base + g * 8 + lane % 8, v[16], total = 0, above = 0;
#pragma unroll
        for (int k = 0; k < 16; k++) { v[k] = in[(q * 16 + k) * threads + i]; total += v[k]; }
        total += __shfl_xor_sync(~0u, total, 8); total += __shfl_xor_sync(~0u, total, 16);
#pragma unroll
        for (int k = 0; k < 16; k++) above += v[k] * 64 > total;
        above += __shfl_xor_sync(~0u, above, 8); above += __shfl_xor_sync(~0u, above, 16);
        if (q == 0) out[i] = above;
    }
}
