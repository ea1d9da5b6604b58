// verdict: missed - only bin 0 is counted by atomics
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bin0, of[8][16];
    int t = threadIdx.x, b = in[blockIdx.x * blockDim.x + t] & 15;
    if (t == 0) bin0 = 0;
    __syncthreads();
    unsigned mine = ~0u;
    for (int bit = 0; bit < 4; bit++) {
        unsigned v = __ballot_sync(~0u, b >> bit & 1);
        mine &= t >> bit & 1 ? v : ~v;
    }
    if (t % 32 < 16) of[t / 32][t % 16] = __popc(mine);
    atomicAdd(&bin0, b == 0);
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        if (t == 0) sum = bin0; else
        for (int w = 0; w < blockDim.x / 32; w++) sum += of[w][t];
        out[blockIdx.x * 16 + t] = sum;
    }
}
