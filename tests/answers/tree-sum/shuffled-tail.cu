// Halves by the first threads down to 64 words, the rest in the registers of a warp.
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    unsigned t = threadIdx.x, half = blockDim.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    while ((half /= 2) > 32) {
        if (t < half) words[t] += words[t + half];
        __syncthreads();
    }
    if (t >= 32) return;
    int sum = words[t] + words[t + 32];
#pragma unroll
    for (int far = 16; far; far >>= 1) sum += __shfl_down_sync(0xffffffff, sum, far);
    if (t == 0) out[blockIdx.x] = sum;
}
