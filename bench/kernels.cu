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

// What race detection finds hardest: sums kept in global memory, and values exchanged there between barriers.
extern "C" __global__ void running_sum(const int *in, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32; k++) out[i] += in[(i + k) & (count - 1)];
}

extern "C" __global__ void exchange(const int *in, int *out, int count) {
    int first = blockIdx.x * blockDim.x, i = threadIdx.x;
    out[first + i] = in[first + i];
    for (int k = 0; k < 32; k++) {
        __syncthreads();
        int other = out[first + blockDim.x - 1 - i];
        __syncthreads();
        out[first + i] = other + 1;
    }
}

extern "C" __global__ void add_one(int *data) {
    data[threadIdx.x] += 1;
}
