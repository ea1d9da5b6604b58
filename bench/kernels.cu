// What the benchmark runs beside the kernels of tests/seeds: a reduction, a histogram, and a launch with next to nothing
// to do.

extern "C" __global__ void reduce_sum(const int *in, int *sum, int count) {
    __shared__ int sums[256];
    int own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) own += in[i];
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

extern "C" __global__ void add_one(int *data) {
    data[threadIdx.x] += 1;
}
