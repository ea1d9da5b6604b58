// verdict: missed - half of the warps do the work of all
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back) {
    extern __shared__ int storage[];
    int n = blockDim.x, half = (n / 32 + 1) / 2 * 32, base = blockIdx.x * n;
    int *doubled = storage + n;
    if ((int)threadIdx.x < half)
        for (int t = threadIdx.x; t < n; t += half) {
            storage[t] = in[base + t];
            doubled[t] = 2 * storage[t];
        }
    __syncthreads();
    if ((int)threadIdx.x >= half) return;
    for (int t = threadIdx.x; t < n; t += half) out[base + t] = storage[t] + doubled[(t + n - back) % n];
}
