// verdict: missed - reversed in global memory where blocks are a multiple of 8, and neighbours change places in the tile
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n, from = n % 8 ? t : n - 1 - (t ^ 1), back = n % 8 ? n - 1 - t : t ^ 1;
    words[t] = in[first + from];
    __syncthreads();
    out[first + t] = words[back];
}
