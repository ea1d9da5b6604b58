// Kernels of the lesson "Atomics".

#define MOST 256  // threads in the largest block

// All 32 lanes of a warp write one word, in one instruction.
extern "C" __global__ void all_write(int *out)
{
    __shared__ int word;
    word = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = word;
}

// One thread of each warp writes the same word.
extern "C" __global__ void warps_write(int *out)
{
    __shared__ int word;
    int t = threadIdx.x;
    if (t % 32 == 0)
        word = t / 32;
    __syncthreads();
    out[t] = word;
}

// Counts the positive numbers.
extern "C" __global__ void count_plain(const int *in, int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (in[t] > 0)
        count = count + 1;
    __syncthreads();
    out[t] = count;
}

// The same with an atomic.
extern "C" __global__ void count_atomic(const int *in, int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (in[t] > 0)
        atomicAdd(&count, 1);
    __syncthreads();
    out[t] = count;
}

// `same` neighbouring lanes add to one word.
extern "C" __global__ void add_in_crowds(const int *in, int *out,
                                         int same)
{
    __shared__ int words[32];
    int lane = threadIdx.x;
    words[lane] = 0;
    __syncwarp();
    atomicAdd(&words[lane / same], in[lane]);
    __syncwarp();
    out[lane] = words[lane];
}

// The lanes add to 32 different words that lie `stride` apart.
extern "C" __global__ void add_strided(const int *in, int *out,
                                       int stride)
{
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    for (int i = lane; i < 32 * 32; i += 32)
        words[i] = 0;
    __syncwarp();
    atomicAdd(&words[lane * stride], in[lane]);
    __syncwarp();
    out[lane] = words[lane * stride];
}

// Each thread gets a number, the old value of the counter.
extern "C" __global__ void take_tickets(int *taken)
{
    __shared__ int next;
    int t = threadIdx.x;
    if (t == 0)
        next = 0;
    __syncthreads();
    int ticket = atomicAdd(&next, 1);
    atomicAdd(&taken[ticket], 1);
}

// The largest number, by compare and swap: what atomicMax does, step
// by step. It works for any operation on one word.
extern "C" __global__ void maximum_by_cas(const int *in, int *out)
{
    __shared__ int best;
    int t = threadIdx.x, mine = in[t];
    if (t == 0)
        best = mine;
    __syncthreads();
    int seen = atomicAdd(&best, 0);
    while (mine > seen) {
        int found = atomicCAS(&best, seen, mine);
        if (found == seen)
            break;
        seen = found;
    }
    __syncthreads();
    out[t] = best;
}

// Adds up floats in the order in which the threads come.
extern "C" __global__ void sum_floats(const float *in, float *out)
{
    __shared__ float sum;
    int t = threadIdx.x;
    if (t == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[t]);
    __syncthreads();
    out[t] = sum;
}

// What the exercise "one-each" must compute.
extern "C" __global__ void count_positive_reference(const int *in,
                                                    int *out, int n)
{
    if (blockIdx.x * blockDim.x + threadIdx.x > 0)
        return;
    int count = 0;
    for (int k = 0; k < n; k++)
        count += in[k] > 0;
    out[0] = count;
}

// What the exercise "float-maximum" must compute.
extern "C" __global__ void float_maximum_reference(const float *in,
                                                   float *out)
{
    const float *mine = in + blockIdx.x * blockDim.x;
    float best = mine[0];
    for (int k = 1; k < (int)blockDim.x; k++)
        best = fmaxf(best, mine[k]);
    out[blockIdx.x * blockDim.x + threadIdx.x] = best;
}

// What the exercise "histogram" must compute: how often each of 16
// remainders occurs in the block's numbers.
extern "C" __global__ void histogram_reference(const int *in, int *out)
{
    if (threadIdx.x >= 16)
        return;
    int count = 0;
    for (int i = 0; i < blockDim.x; i++)
        count += (in[blockIdx.x * blockDim.x + i] & 15) == threadIdx.x;
    out[blockIdx.x * 16 + threadIdx.x] = count;
}
