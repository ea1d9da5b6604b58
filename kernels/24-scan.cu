// Kernels of the lesson "Scans". Each block replaces its numbers
// by their running sums: out[i] = in[0] + ... + in[i] (inclusive), or
// without in[i] itself (exclusive).

#include <cuda/atomic>

#define MOST 512  // numbers of the largest block

// One thread does everything.
extern "C" __global__ void scan_alone(const int *in, int *out)
{
    int first = blockIdx.x * blockDim.x, sum = 0;
    if (threadIdx.x > 0)
        return;
    for (int k = 0; k < (int)blockDim.x; k++)
        out[first + k] = sum += in[first + k];
}

// In each round every thread adds the word `step` to its left, which
// already is a sum of `step` numbers. Two arrays take turns.
extern "C" __global__ void scan_doubling(const int *in, int *out)
{
    __shared__ int words[2][MOST];
    int t = threadIdx.x, from = 0;
    int i = blockIdx.x * blockDim.x + t;
    words[0][t] = in[i];
    __syncthreads();
    for (int step = 1; step < (int)blockDim.x; step *= 2) {
        int mine = words[from][t];
        if (t >= step)
            mine += words[from][t - step];
        from = 1 - from;
        words[from][t] = mine;
        __syncthreads();
    }
    out[i] = words[from][t];
}

// A tree: up with sums of pairs, down again with the sums to the left.
// Twice as many numbers as threads; the result is exclusive.
extern "C" __global__ void scan_tree(const int *in, int *out)
{
    __shared__ int words[2 * MOST];
    int t = threadIdx.x, count = 2 * blockDim.x;
    int first = blockIdx.x * count;
    words[t] = in[first + t];
    words[t + blockDim.x] = in[first + t + blockDim.x];

    int step = 1;
    for (int pairs = count / 2; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = left + step;
            words[right] += words[left];
        }
        step *= 2;
    }
    __syncthreads();
    if (t == 0)
        words[count - 1] = 0;
    for (int pairs = 1; pairs < count; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = left + step;
            int sum = words[left];
            words[left] = words[right];
            words[right] += sum;
        }
    }
    __syncthreads();
    out[first + t] = words[t];
    out[first + t + blockDim.x] = words[t + blockDim.x];
}

// The same tree. One word is left out after every so many, so that words
// that lie a power of two apart fall into different banks.
#ifndef EVERY
#define EVERY 32
#endif
#define PLACE(i) ((i) + (i) / EVERY)

extern "C" __global__ void scan_tree_free(const int *in, int *out)
{
    __shared__ int words[PLACE(2 * MOST)];
    int t = threadIdx.x, count = 2 * blockDim.x;
    int first = blockIdx.x * count;
    words[PLACE(t)] = in[first + t];
    words[PLACE(t + blockDim.x)] = in[first + t + blockDim.x];

    int step = 1;
    for (int pairs = count / 2; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = left + step;
            words[PLACE(right)] += words[PLACE(left)];
        }
        step *= 2;
    }
    __syncthreads();
    if (t == 0)
        words[PLACE(count - 1)] = 0;
    for (int pairs = 1; pairs < count; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = step * (2 * t + 1) - 1, right = left + step;
            int sum = words[PLACE(left)];
            words[PLACE(left)] = words[PLACE(right)];
            words[PLACE(right)] += sum;
        }
    }
    __syncthreads();
    out[first + t] = words[PLACE(t)];
    out[first + t + blockDim.x] = words[PLACE(t + blockDim.x)];
}

// Each warp on its own with shuffles, then the warps' sums, then both
// together.
__device__ int warp_scan(int mine)
{
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffff, mine, step);
        if (threadIdx.x % 32 >= step)
            mine += left;
    }
    return mine;
}

extern "C" __global__ void scan_shuffled(const int *in, int *out)
{
    __shared__ int sums[32];
    int t = threadIdx.x, warp = t / 32;
    int i = blockIdx.x * blockDim.x + t;
    int mine = warp_scan(in[i]);
    if (t % 32 == 31)
        sums[warp] = mine;
    __syncthreads();
    if (warp == 0)
        sums[t] = warp_scan(t < (int)blockDim.x / 32 ? sums[t] : 0);
    __syncthreads();
    out[i] = mine + (warp > 0 ? sums[warp - 1] : 0);
}

// A scan over all blocks, in three launches. First the sum of each
// block's numbers.
extern "C" __global__ void sum_blocks(const int *in, int *sums)
{
    __shared__ int of_warps[32];
    int t = threadIdx.x;
    int sum = warp_scan(in[blockIdx.x * blockDim.x + t]);
    if (t % 32 == 31)
        of_warps[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = warp_scan(t < (int)blockDim.x / 32 ? of_warps[t] : 0);
        if (t == 31)
            sums[blockIdx.x] = sum;
    }
}

// The inclusive scan of a block: warps, then the warps' sums, then both.
__device__ int block_scan(int mine)
{
    __shared__ int sums[32];
    int t = threadIdx.x, warp = t / 32;
    mine = warp_scan(mine);
    if (t % 32 == 31)
        sums[warp] = mine;
    __syncthreads();
    if (warp == 0)
        sums[t] = warp_scan(t < (int)blockDim.x / 32 ? sums[t] : 0);
    __syncthreads();
    return mine + (warp > 0 ? sums[warp - 1] : 0);
}

// Second: one block scans the blocks' sums. Exclusive, because a block
// needs the sum of the blocks before it.
extern "C" __global__ void scan_sums(const int *sums, int *before)
{
    int mine = sums[threadIdx.x];
    before[threadIdx.x] = block_scan(mine) - mine;
}

// Third: each block scans its numbers, and adds what is before it.
extern "C" __global__ void scan_from(const int *in, const int *before,
                                     int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = before[blockIdx.x] + block_scan(in[i]);
}

// All of it in one launch. What a block tells the others is a sum, and
// a flag that says which sum it is.
enum { NOTHING, OWN_SUM, WHOLE_SUM };
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

// Stores the block's own sum, and returns the sum of all chunks before
// its own. One thread of the block does this.
__device__ int look_back(int chunk, int mine, int *own, int *whole,
                         int *flags)
{
    own[chunk] = mine;
    Flag(flags[chunk]).store(OWN_SUM, cuda::memory_order_release);
    int before = 0, seen = OWN_SUM;
    for (int at = chunk - 1; at >= 0 && seen == OWN_SUM; at--) {
        do
            seen = Flag(flags[at]).load(cuda::memory_order_acquire);
        while (seen == NOTHING);
        before += seen == WHOLE_SUM ? whole[at] : own[at];
    }
    whole[chunk] = before + mine;
    Flag(flags[chunk]).store(WHOLE_SUM, cuda::memory_order_release);
    return before;
}

// Which chunk of the numbers the block scans. With the order in which
// the blocks begin, or (to see what happens) the last chunk for block 0.
#ifndef BY_COUNTER
#define BY_COUNTER 1
#endif

extern "C" __global__ void scan_look_back(const int *in, int *out,
                                          int *own, int *whole,
                                          int *flags, int *next)
{
    __shared__ int chunk, before;
    int t = threadIdx.x;
    if (t == 0)
        chunk = BY_COUNTER ? atomicAdd(next, 1)
                           : gridDim.x - 1 - blockIdx.x;
    __syncthreads();
    int i = chunk * blockDim.x + t;
    int mine = block_scan(in[i]);
    if (t == (int)blockDim.x - 1)
        before = look_back(chunk, mine, own, whole, flags);
    __syncthreads();
    out[i] = before + mine;
}

// What the tree must compute.
extern "C" __global__ void scan_exclusive_reference(const int *in,
                                                    int *out)
{
    int count = 2 * blockDim.x, first = blockIdx.x * count, sum = 0;
    if (threadIdx.x > 0)
        return;
    for (int k = 0; k < count; k++) {
        out[first + k] = sum;
        sum += in[first + k];
    }
}

// What the exercise "keep" must compute: the positive numbers of each
// block, in their order, and behind them zeroes.
extern "C" __global__ void keep_reference(const int *in, int *out)
{
    int first = blockIdx.x * blockDim.x, kept = 0;
    if (threadIdx.x > 0)
        return;
    for (int k = 0; k < (int)blockDim.x; k++)
        if (in[first + k] > 0)
            out[first + kept++] = in[first + k];
    for (int k = kept; k < (int)blockDim.x; k++)
        out[first + k] = 0;
}

// What the exercise "free-tree" must compute.
extern "C" __global__ void up_the_tree_reference(const int *in, int *out)
{
    int first = blockIdx.x * 512;
    for (int i = threadIdx.x; i < 512; i += 256) {
        int size = (i + 1) & -(i + 1), sum = 0;
        for (int k = i + 1 - size; k <= i; k++)
            sum += in[first + k];
        out[first + i] = sum;
    }
}

// What the exercise "one-launch" must compute: the running sums of all
// numbers. Each block makes those of its own.
extern "C" __global__ void
running_sums_reference(const int *in, int *out, int *sums, int *flags,
                       int *next)
{
    int first = blockIdx.x * blockDim.x, sum = 0;
    if (threadIdx.x > 0)
        return;
    for (int i = 0; i < first; i++)
        sum += in[i];
    for (int i = first; i < first + (int)blockDim.x; i++)
        out[i] = sum += in[i];
}
