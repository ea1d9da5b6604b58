// Kernels of the lesson "Running sums". Each block replaces its numbers
// by their running sums: out[i] = in[0] + ... + in[i] (inclusive), or
// without in[i] itself (exclusive).

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
