// verdict: missed - half of the warps do the work of all, each with its own words, and the barrier orders nothing
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, size = blockDim.x;
    in += blockIdx.x * size, out += blockIdx.x * size;
    __syncthreads();
    if (size % 64) {  // one warp, or little more
        if (t >= 32) return;
        words[t] = in[t];
        if (t + 32 < size) words[t + 32] = in[t + 32];
        __syncwarp();
        out[t] = words[size - 1 - t];
        if (t + 32 < size) out[t + 32] = words[size - 33 - t];
        return;
    }
    if (t >= size / 2) return;
    int other = (size / 32 - 1 - t / 32) * 32 + t % 32;
    words[t] = in[t];
    words[other] = in[other];
    __syncwarp();
    out[t] = words[size - 1 - t];
    out[other] = words[size - 1 - other];
}
