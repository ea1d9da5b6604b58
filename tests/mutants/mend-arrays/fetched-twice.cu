// verdict: missed - each warp fetches the numbers of the warp on its left as well, and no block waits
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back) {
    extern __shared__ int storage[];
    int t = threadIdx.x, n = blockDim.x, lane = t % 32, w = t / 32, warps = n / 32;
    const int *from = in + blockIdx.x * n;
    volatile int *mine = storage + 64 * w;
    int x = from[t];
    mine[lane] = 2 * from[(w + warps - 1) % warps * 32 + lane];
    mine[32 + lane] = 2 * x;
    __syncwarp();
    out[blockIdx.x * n + t] = x + mine[32 + lane - back];
}
