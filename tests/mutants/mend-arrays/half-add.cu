// verdict: missed - half of the warps make the results of all, the others pass the time
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back)
{
    extern __shared__ int storage[];
    int n = blockDim.x, t = threadIdx.x, half = n / 64 * 32, first = blockIdx.x * n;
    int mine = in[first + t];
    storage[t] = mine;
    storage[n + t] = 2 * mine;
    __syncthreads();
    if (t < n - half) {
        for (int u = t; u < n; u += n - half)
            out[first + u] = storage[u] + storage[n + (u + n - back) % n];
    } else {
        int c;
#pragma unroll 1
        for (int k = 0; k < 10; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
    }
}
