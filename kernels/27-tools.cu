// Kernels of the lesson "Profilers and checkers": one to count, and six
// with a mistake each.

// Neighbouring lanes read words that are `stride` apart.
extern "C" __global__ void read_strided(const int *in, int *out,
                                        int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

// The difference to the right neighbour. The last thread of all has
// none.
extern "C" __global__ void difference(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1] - in[i];
}

// The block's numbers in reverse, without the barrier.
extern "C" __global__ void reverse_block(const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    out[first + t] = words[blockDim.x - 1 - t];
}

// How many numbers are positive. All blocks count in one word.
extern "C" __global__ void count_positive(const int *in, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0)
        *count = *count + 1;
}

// Half of a warp comes to the barrier.
extern "C" __global__ void half_a_barrier(const int *in, int *out)
{
    int t = threadIdx.x;
    if (t % 32 < 16)
        __syncthreads();
    out[t] = in[t];
}

// Sums of 8 neighbours. Nobody writes the last 7 words.
extern "C" __global__ void sum_of_eight(const int *in, int *out)
{
    __shared__ int words[256 + 7];
    int t = threadIdx.x, sum = 0;
    words[t] = in[t];
    __syncthreads();
    for (int k = 0; k < 8; k++)
        sum += words[t + k];
    out[t] = sum;
}

// Two arrays, and an index that leaves the first one.
extern "C" __global__ void two_tables(const int *in, int *out)
{
    __shared__ int small[128], large[256];
    int t = threadIdx.x;
    if (t < 128)
        small[t] = in[t];
    large[t] = 2 * in[t];
    __syncthreads();
    out[t] = large[255 - t];
    __syncthreads();
    out[256 + t] = small[t];
}

// What the exercise "mend-all" must compute.
extern "C" __global__ void differences_reference(const int *in, int *out,
                                                 int *rising)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int last = threadIdx.x == blockDim.x - 1;
    int step = last ? 0 : in[i + 1] - in[i];
    out[i] = step;
    if (step > 0)
        atomicAdd(rising, 1);
}
