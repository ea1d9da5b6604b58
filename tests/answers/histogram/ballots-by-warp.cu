// Each warp counts by ballots, and adds one number to each bin.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int b = in[blockIdx.x * blockDim.x + t] & 15;
    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    unsigned mine = ~0u;
    for (int bit = 0; bit < 4; bit++) {
        unsigned v = __ballot_sync(~0u, b >> bit & 1);
        mine &= t >> bit & 1 ? v : ~v;
    }
    if (t % 32 < 16)
        atomicAdd(&bins[t % 16], __popc(mine));
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
