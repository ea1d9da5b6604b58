// verdict: missed - shuffles bring all numbers to lanes that keep two bins each in registers
#define BINS 64
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS];
    int t = threadIdx.x, lane = t % 32, low = 0, high = 0;
    for (int b = t; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    for (int first = blockIdx.x * blockDim.x; first < n; first += step) {
        int i = first + t, bin = i < n ? in[i] : 0, w = i < n ? weight[i] : 0;
        for (int from = 0; from < 32; from++) {
            int its_bin = __shfl_sync(~0u, bin, from), its_weight = __shfl_sync(~0u, w, from);
            if (its_bin == lane)
                low += its_weight;
            if (its_bin == lane + 32)
                high += its_weight;
        }
        atomicAdd(&mine[lane], low);
        low = 0;
    }
    atomicAdd(&mine[lane + 32], high);
    __syncthreads();
    for (int b = t; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
