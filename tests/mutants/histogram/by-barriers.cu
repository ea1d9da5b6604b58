// verdict: missed - barriers count, and the atomics add nothing
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16]; int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t] & 15, mine = 0;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[v], 0);
    for (int b = 0; b < 16; b++) { int c = __syncthreads_count(v == b); if (t == b) mine = c; }
    if (t < 16) out[blockIdx.x * 16 + t] = mine;
}
