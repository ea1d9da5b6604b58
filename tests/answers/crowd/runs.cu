// Each thread adds up a run of equal numbers before it writes.
#define BINS 64
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[32 * BINS];
    int lane = threadIdx.x % 32, bin = -1, sum = 0;
    for (int b = threadIdx.x; b < 32 * BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    // A run of equal numbers is added up before it is written.
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] != bin && bin >= 0) {
            atomicAdd(&mine[bin * 32 + lane], sum);
            sum = 0;
        }
        bin = in[i];
        sum += weight[i];
    }
    if (bin >= 0)
        atomicAdd(&mine[bin * 32 + lane], sum);
    __syncthreads();
    if (threadIdx.x < BINS) {
        int total = 0;
        for (int c = 0; c < 32; c++)
            total += mine[threadIdx.x * 32 + (c ^ lane)];
        atomicAdd(&bins[threadIdx.x], total);
    }
}
