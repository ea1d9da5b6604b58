// verdict: missed - half of the lanes move two numbers each
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, n = blockDim.x, lane = t % 32, w = t - lane, first = blockIdx.x * n;
    if (lane < 16)
        for (int u = w + lane; u < w + 32 && u < n; u += 16) words[u] = in[first + u];
    __syncthreads();
    if (lane < 16)
        for (int u = w + lane; u < w + 32 && u < n; u += 16) out[first + u] = words[n - 1 - u];
}
