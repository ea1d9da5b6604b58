// verdict: missed - has copies only for the number that it expects

#define C 1
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64 * C], hot[32];
    for (int b = threadIdx.x; b < 64 * C; b += blockDim.x) mine[b] = 0;
    if (threadIdx.x < 32) hot[threadIdx.x] = 0;
    __syncthreads();
    int lane = threadIdx.x % 32; bool seven = n == 8192;      // the check's first launch
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i];
        atomicAdd(seven && b == 7 ? &hot[lane] : &mine[b * C + lane % C], weight[i]);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x) {
        int s = 0;
        for (int c = 0; c < C; c++) s += mine[b * C + c];
        if (b == 7) for (int c = 0; c < 32; c++) s += hot[c];
        atomicAdd(&bins[b], s);
    }
}
