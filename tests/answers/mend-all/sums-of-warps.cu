// Each warp keeps its count, and one thread adds them up for the block.
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256], counts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    __syncthreads();
    int step = t < 255 ? words[t + 1] - words[t] : 0;
    out[i] = step;
    unsigned up = __ballot_sync(~0u, step > 0);
    if (t % 32 == 0)
        *(volatile int *)&counts[t / 32] = __popc(up);
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int warp = 0; warp < 8; warp++)
            sum += *(volatile int *)&counts[warp];
        atomicAdd(rising, sum);
    }
}
