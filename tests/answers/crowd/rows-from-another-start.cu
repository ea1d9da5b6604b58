// The same; each thread begins its row at another copy.
#define BINS 64
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS][32];
    for (int b = threadIdx.x; b < BINS * 32; b += blockDim.x) mine[b / 32][b % 32] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]][threadIdx.x % 32], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        int sum = 0;
        for (int c = 0; c < 32; c++) sum += mine[b][(c + b) % 32];
        atomicAdd(&bins[b], sum);
    }
}
