// verdict: missed - ballots count, exchanges store
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int of[8][16];
    int t = threadIdx.x, b = in[blockIdx.x * blockDim.x + t] & 15;
    unsigned mine = ~0u;
    for (int bit = 0; bit < 4; bit++) {
        unsigned v = __ballot_sync(~0u, b >> bit & 1);
        mine &= t >> bit & 1 ? v : ~v;
    }
    if (t % 32 < 16) atomicExch(&of[t / 32][t % 16], __popc(mine));
    __syncthreads();
    if (t < 16) {
        int sum = 0;
        for (int w = 0; w < blockDim.x / 32; w++) sum += of[w][t];
        out[blockIdx.x * 16 + t] = sum;
    }
}
