// Kernels of the lesson "Reductions". Each block adds up `threads`
// or 2 * threads numbers. What changes from one to the next is which
// threads work in which round, and on which words.

#define MOST 512  // words in the largest block

// Every second thread, then every fourth, then every eighth...
extern "C" __global__ void sum_interleaved(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < (int)blockDim.x; step *= 2) {
        if (t % (2 * step) == 0)
            words[t] += words[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}

// The same words, but the work is done by the first threads.
extern "C" __global__ void sum_packed(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = 1; step < (int)blockDim.x; step *= 2) {
        int place = 2 * step * t;
        if (place < (int)blockDim.x)
            words[place] += words[place + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}

// The first half takes over the second half, then the first quarter...
extern "C" __global__ void sum_sequential(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}

// Each thread begins with two numbers, so that nobody is idle in the
// first round.
extern "C" __global__ void sum_two_each(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    int i = blockIdx.x * 2 * blockDim.x + t;
    words[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            words[t] += words[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}

// The sum over a warp: each lane reads the register of the lane `step`
// further on. No shared memory.
__device__ int warp_sum(int mine)
{
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    return mine;
}

extern "C" __global__ void sum_shuffled(const int *in, int *out)
{
    __shared__ int sums[MOST / 32];
    int t = threadIdx.x;
    int i = blockIdx.x * 2 * blockDim.x + t;
    int mine = warp_sum(in[i] + in[i + blockDim.x]);
    if (t % 32 == 0)
        sums[t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        mine = warp_sum(t < (int)blockDim.x / 32 ? sums[t] : 0);
        if (t == 0)
            out[blockIdx.x] = mine;
    }
}

// A fixed number of blocks goes through all n numbers. Each thread first
// adds up every (number of threads)-th one.
extern "C" __global__ void sum_strided(const int *in, int *out, int n)
{
    __shared__ int sums[MOST / 32];
    int t = threadIdx.x, threads = gridDim.x * blockDim.x, mine = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += threads)
        mine += in[i];
    mine = warp_sum(mine);
    if (t % 32 == 0)
        sums[t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        mine = warp_sum(t < (int)blockDim.x / 32 ? sums[t] : 0);
        if (t == 0)
            out[blockIdx.x] = mine;
    }
}

// One lane reads another lane's register.
extern "C" __global__ void next_register(const int *in, int *out)
{
    int mine = in[threadIdx.x];
    out[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x + 1);
}

// What all of them must compute: the sum of the block's numbers.
__device__ int plain_sum(const int *in, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += in[k];
    return sum;
}

extern "C" __global__ void block_sums(const int *in, int *out)
{
    int count = blockDim.x;
    if (threadIdx.x == 0)
        out[blockIdx.x] = plain_sum(in + blockIdx.x * count, count);
}

extern "C" __global__ void block_sums_of_two(const int *in, int *out)
{
    int count = 2 * blockDim.x;
    if (threadIdx.x == 0)
        out[blockIdx.x] = plain_sum(in + blockIdx.x * count, count);
}

extern "C" __global__ void strided_sums(const int *in, int *out, int n)
{
    int size = blockDim.x, threads = gridDim.x * size, sum = 0;
    if (threadIdx.x != 0)
        return;
    for (int first = blockIdx.x * size; first < n; first += threads)
        sum += plain_sum(in + first, min(size, n - first));
    out[blockIdx.x] = sum;
}

// What the exercises must compute.
extern "C" __global__ void sum_reference(const int *in, int *out, int n)
{
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
        out[0] = plain_sum(in, n);
}

extern "C" __global__ void norms_reference(const float *in, float *out)
{
    if (threadIdx.x > 0)
        return;
    float sum = 0;
    for (int k = 0; k < 256; k++) {
        float x = in[blockIdx.x * 256 + k];
        sum += x * x;
    }
    out[blockIdx.x] = sum;
}
