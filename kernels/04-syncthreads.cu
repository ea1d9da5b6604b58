// Kernels of the lesson "A barrier for the block". Every thread puts
// one number into shared memory and reads the number of its right
// neighbour; the last one reads the first.

#define MOST 256  // threads in the largest block

// Writes a word, and reads the neighbour's.
extern "C" __global__ void neighbour_unsafe(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[t];
    out[t] = words[(t + 1) % blockDim.x];
}

// All threads have written before the first one reads.
extern "C" __global__ void neighbour(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[t];
    __syncthreads();
    out[t] = words[(t + 1) % blockDim.x];
}

// Every thread reads a word that it wrote itself.
extern "C" __global__ void own_words(const int *in, int *out, int pick)
{
    __shared__ int words[2][MOST];
    int t = threadIdx.x;
    words[0][t] = in[t];
    words[1][t] = 2 * in[t];
    out[t] = words[pick][t];
}

// Sums over more and more neighbours, in rounds, with one barrier in
// each.
extern "C" __global__ void rounds_unsafe(const int *in, int *out,
                                         int rounds)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    int mine = in[t];
    for (int round = 0; round < rounds; round++) {
        words[t] = mine;
        __syncthreads();
        mine += words[(t + 1) % blockDim.x];
    }
    out[t] = mine;
}

// The second barrier: no thread writes the next round's word before all
// have read this round's.
extern "C" __global__ void rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    int mine = in[t];
    for (int round = 0; round < rounds; round++) {
        words[t] = mine;
        __syncthreads();
        mine += words[(t + 1) % blockDim.x];
        __syncthreads();
    }
    out[t] = mine;
}

// There are `count` numbers. Only the threads that have one come to the
// first barrier. Then all threads read a sum.
extern "C" __global__ void sums_divergent(const int *in, int *out,
                                          int count)
{
    __shared__ int words[MOST], sums[MOST];
    int t = threadIdx.x;
    if (t < count) {
        words[t] = in[t];
        __syncthreads();
        sums[t] = words[t] + words[(t + 1) % count];
    }
    __syncthreads();
    out[t] = sums[t % count];
}

// The work is in a branch, the barriers are not.
extern "C" __global__ void sums_guarded(const int *in, int *out,
                                        int count)
{
    __shared__ int words[MOST], sums[MOST];
    int t = threadIdx.x;
    if (t < count)
        words[t] = in[t];
    __syncthreads();
    if (t < count)
        sums[t] = words[t] + words[(t + 1) % count];
    __syncthreads();
    out[t] = sums[t % count];
}

// Threads without a number return before the barrier.
extern "C" __global__ void sums_returned(const int *in, int *out,
                                         int count)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    if (t >= count)
        return;
    words[t] = in[t];
    __syncthreads();
    out[t] = words[t] + words[(t + 1) % count];
}

// A barrier that counts: every thread has a condition, and gets the
// number of threads in the block for which it is true.
extern "C" __global__ void count_small(const int *in, int *out,
                                       int limit)
{
    int t = threadIdx.x;
    out[t] = __syncthreads_count(in[t] < limit);
}

// What the exercise "tree-sum" must compute: one sum per block. One
// thread does it, alone.
extern "C" __global__ void block_sums(const int *in, int *out)
{
    if (threadIdx.x != 0)
        return;
    int sum = 0;
    for (int i = 0; i < blockDim.x; i++)
        sum += in[blockIdx.x * blockDim.x + i];
    out[blockIdx.x] = sum;
}
