// verdict: missed - only as many lanes read as have to meet

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32 * 32];
    int lane = threadIdx.x, number = in[blockIdx.x * 32 + lane];
    words[lane * 32] = number;
    __syncwarp();
    if (lane >= 32 - ways)
        number = words[lane * 32];
    out[blockIdx.x * 32 + lane] = number;
}
