// verdict: missed - each thread counts its warp's numbers of one bin by shuffles, lanes of warp 0 collect by a queue of exchanges
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int words[32];
    int t = threadIdx.x, b = in[blockIdx.x * blockDim.x + t] & 15, mine = 0, total = 0;
    for (int k = 0; k < 32; k++) mine += __shfl_sync(~0u, b, k) == t % 16;
    for (int w = 0; w < blockDim.x / 32; w++) {
        if (t / 32 == w && t % 32 < 16) atomicExch(&words[t % 16], mine);
        __syncthreads();
        if (t < 16) total += words[t];
        __syncthreads();
    }
    if (t < 16) out[blockIdx.x * 16 + t] = total;
}
