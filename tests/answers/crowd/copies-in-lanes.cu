// One copy of the bins for each lane; 64 threads add a row each.
template <int BINS, int COPIES> struct Bins {
    int w[BINS * COPIES];
    __device__ void clear() { for (int i = threadIdx.x; i < BINS * COPIES; i += blockDim.x) w[i] = 0; }
    __device__ void add(int b, int v) { int c = threadIdx.x & (COPIES - 1); atomicAdd(w + b * COPIES + ((c + b) & (COPIES - 1)) , v); }
    __device__ int sum(int b) { int s = 0; for (int c = 0; c < COPIES; c++) s += w[b * COPIES + ((c + threadIdx.x) & (COPIES - 1))]; return s; }
};
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ Bins<64, 64> s;
    s.clear();
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) s.add(in[i], weight[i]);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, s.sum(threadIdx.x));
}
