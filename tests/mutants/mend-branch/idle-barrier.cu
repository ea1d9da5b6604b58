// verdict: missed - each warp fetches numbers of the warp before it as well, and the barrier orders nothing
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[8][64];
    int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * blockDim.x + t;
    __syncthreads();
    if (i < n) {
        words[w][32 + lane] = in[i];
        words[w][31 - lane] = in[w > 0 ? i - 2 * lane - 1 : i];
    }
    __syncwarp();
    if (i < n)
        out[i] = words[w][32 + lane] + (t > 0 ? words[w][31 + lane] : 0);
}
