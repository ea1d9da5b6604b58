// Kernels of the lesson "Histograms". All of them add weights into
// bins: the weight of number i goes to the bin that the number names.
// What differs is where the bins are, and how many copies there are.

#define MOST 256  // bins

// All threads of the grid add to the bins in global memory.
extern "C" __global__ void add_global(const int *in, const int *weight,
                                      int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], weight[i]);
}

// Each block has bins of its own in shared memory, and adds them to the
// grid's at the end.
extern "C" __global__ void add_shared(const int *in, const int *weight,
                                      int *bins, int n)
{
    __shared__ int mine[MOST];
    for (int b = threadIdx.x; b < MOST; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < MOST; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

// Each warp has bins of its own.
extern "C" __global__ void add_by_warp(const int *in, const int *weight,
                                       int *bins, int n)
{
    __shared__ int mine[8][MOST];
    int warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (int w = 0; w < warps; w++)
        for (int b = threadIdx.x; b < MOST; b += blockDim.x)
            mine[w][b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[warp][in[i]], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < MOST; b += blockDim.x) {
        int sum = 0;
        for (int w = 0; w < warps; w++)
            sum += mine[w][b];
        atomicAdd(&bins[b], sum);
    }
}

// Eight copies of each bin, side by side. Neighbouring lanes add to
// different copies, and these lie in different banks.
#define COPIES 8

extern "C" __global__ void add_to_copies(const int *in,
                                         const int *weight,
                                         int *bins, int n)
{
    __shared__ int mine[MOST * COPIES];
    for (int b = threadIdx.x; b < MOST * COPIES; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        int copy = threadIdx.x % COPIES;
        atomicAdd(&mine[in[i] * COPIES + copy], weight[i]);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < MOST; b += blockDim.x) {
        int sum = 0;
        for (int c = 0; c < COPIES; c++)
            sum += mine[b * COPIES + c];
        atomicAdd(&bins[b], sum);
    }
}

// Plain counting, as add_shared but with ones.
extern "C" __global__ void count_shared(const int *in, const int *weight,
                                        int *bins, int n)
{
    __shared__ int mine[MOST];
    for (int b = threadIdx.x; b < MOST; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < MOST; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

// What they must compute: one thread for each bin looks at all numbers.
extern "C" __global__ void add_reference(const int *in,
                                         const int *weight,
                                         int *bins, int n)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= MOST)
        return;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i] == b ? weight[i] : 0;
    bins[b] = sum;
}

extern "C" __global__ void count_reference(const int *in,
                                           const int *weight, int *bins,
                                           int n)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= MOST)
        return;
    int count = 0;
    for (int i = 0; i < n; i++)
        count += in[i] == b;
    bins[b] = count;
}
