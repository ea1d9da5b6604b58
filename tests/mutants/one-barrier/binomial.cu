// verdict: missed - all rounds at once, and accesses without use between the barriers
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int w[256], junk[256];
    int t = threadIdx.x, n = blockDim.x, f = blockIdx.x * n;
    w[t] = in[f + t];
    __syncthreads();
    int sum = 0, c = 1;
    for (int k = 0; k <= rounds; k++) { sum += c * w[(t + k) % n]; c = c * (rounds - k) / (k + 1); }
    volatile int *v = junk;
    for (int r = 1; r < rounds; r++) { v[t] = sum; v[t]; __syncthreads(); }
    out[f + t] = sum;
}
