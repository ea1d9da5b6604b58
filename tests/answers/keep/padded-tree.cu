// sums up a tree and down again by adding, with padded places
__device__ int place(int i) { return i + i / 32; }
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int s[264];
    const int t = threadIdx.x, base = blockIdx.x * 256;
    const int x = in[base + t];
    s[place(t)] = x > 0;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        const int i = 2 * d * (t + 1) - 1;
        if (i < 256)
            s[place(i)] += s[place(i - d)];
    }
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        const int i = 2 * d * (t + 1) - 1;
        if (i + d < 256)
            s[place(i + d)] += s[place(i)];
    }
    __syncthreads();
    if (x > 0)
        out[base + s[place(t)] - 1] = x;
    if (t >= s[place(255)])
        out[base + t] = 0;
}
