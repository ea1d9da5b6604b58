// verdict: missed - lanes halve their partial sums in five exchanges, masked with a 0 that is read back
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;
    tile[31][lane] = 0;
    __syncwarp();
    int zero = *(volatile int *)&tile[31][lane ^ 1];
    int part[32];
#pragma unroll
    for (int y = 0; y < 32; y++)
        part[y] = in[y * 32 + lane] ^ zero;

#pragma unroll
    for (int half = 16; half > 0; half /= 2) {
        const int at = 32 - 2 * half;
        bool upper = lane & half;
#pragma unroll
        for (int k = 0; k < half; k++)
            tile[at + k][lane] = (upper ? part[k] : part[k + half]) ^ zero;
        __syncwarp();
#pragma unroll
        for (int k = 0; k < half; k++)
            part[k] = (upper ? part[k + half] : part[k]) + (tile[at + k][lane ^ half] ^ zero);

    }
    tile[31][lane] = part[0] ^ zero;
    out[blockIdx.x * 32 + lane] = *(volatile int *)&tile[31][lane] ^ zero;
}
