// verdict: missed - half of the tile holds sums
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int words[16][32];
    int lane = threadIdx.x;
    int v[32];
#pragma unroll
    for (int y = 0; y < 32; y++)
        v[y] = in[(blockIdx.x * 32 + y) * 32 + lane];
#pragma unroll
    for (int h = 16; h > 0; h /= 2) {
        bool upper = lane & h;
#pragma unroll
        for (int k = 0; k < h; k++)
            words[k][lane] = upper ? v[k] : v[k + h];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < h; k++)
            v[k] = (upper ? v[k + h] : v[k]) + words[k][lane ^ h];
        __syncwarp();
    }
    words[0][lane] = v[0];
    __syncwarp();
    out[blockIdx.x * 32 + (lane ^ 1)] = words[0][lane ^ 1];
}
