// verdict: missed - warps change places in global memory, and only lanes in the tile
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n, lane = t % 32, w = t / 32, ws = (n + 31) / 32;
    int from = n % 32 == 0 ? (ws - 1 - w) * 32 + lane : t;
    int back = n % 32 == 0 ? w * 32 + 31 - lane : n - 1 - t;
    words[t] = in[first + from];
    __syncthreads();
    out[first + t] = words[back];
}
