// Kernels of the lesson "Barriers, branches and votes".

#define MOST 256  // threads in the largest block

// Every thread fills a word. Then thread 0 puts a mark over the last
// one: two writes to one word, by two warps.
extern "C" __global__ void mark_unsafe(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, last = blockDim.x - 1;
    words[t] = in[t];
    if (t == 0)
        words[last] = -1;
    __syncthreads();
    out[t] = words[t];
}

// A barrier between the two.
extern "C" __global__ void mark(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, last = blockDim.x - 1;
    words[t] = in[t];
    __syncthreads();
    if (t == 0)
        words[last] = -1;
    __syncthreads();
    out[t] = words[t];
}

// Warp w goes through the loop w + 1 times. Behind the loop everybody
// waits once more, and then the words are cleared.
extern "C" __global__ void uneven_rounds(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, sum = 0;
    words[t] = in[t];
    for (int round = 0; round <= t / 32; round++) {
        __syncthreads();
        sum += words[(t + 32) % blockDim.x];
    }
    __syncthreads();
    words[t] = 0;
    out[t] = sum;
}

// Even blocks turn their numbers round, odd ones do not. The condition
// is the same for all threads of a block.
extern "C" __global__ void every_other_block(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    if (blockIdx.x % 2 == 0) {
        words[t] = in[first + t];
        __syncthreads();
        out[first + t] = words[blockDim.x - 1 - t];
    } else {
        out[first + t] = in[first + t];
    }
}

// Rounds that replace each number by the larger one of itself and its
// neighbour, with two barriers in each.
extern "C" __global__ void spread_maximum(const int *in, int *out,
                                          int rounds)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int mine = max(words[t], words[(t + 1) % blockDim.x]);
        __syncthreads();
        words[t] = mine;
    }
    out[t] = words[t];
}

// The same until a round changes nothing any more. The second barrier
// of a round asks all threads.
extern "C" __global__ void spread_until_still(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, mine = in[t], changed;
    words[t] = mine;
    do {
        __syncthreads();
        int next = max(words[t], words[(t + 1) % blockDim.x]);
        changed = __syncthreads_or(next != mine);
        words[t] = mine = next;
    } while (changed);
    out[t] = mine;
}

// Does every number come before its right neighbour?
extern "C" __global__ void is_sorted(const int *in, int *out)
{
    int t = threadIdx.x;
    int last = t == (int)blockDim.x - 1;
    int sorted = __syncthreads_and(last || in[t] <= in[t + 1]);
    out[t] = sorted != 0;
}

// Neighbours in a warp exchange their numbers through shared memory.
// Only lanes of one warp take part, so the warp waits, not the block.
extern "C" __global__ void swap_pairs(const int *in, int *out)
{
    __shared__ int words[MOST];
    int t = threadIdx.x;
    words[t] = in[t];
    __syncwarp();
    out[t] = words[t ^ 1];
}

// What the exercise "one-barrier" must compute: with every round, the
// number of the right neighbour is added.
extern "C" __global__ void add_rounds_reference(const int *in, int *out,
                                                int rounds)
{
    __shared__ int words[MOST];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    words[t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = words[t] + words[(t + 1) % blockDim.x];
        __syncthreads();
        words[t] = sum;
    }
    out[first + t] = words[t];
}

// What the exercise "sort" must compute, slowly.
extern "C" __global__ void sort_reference(const int *in, int *out)
{
    int t = threadIdx.x, first = blockIdx.x * blockDim.x, place = 0;
    for (int k = 0; k < (int)blockDim.x; k++) {
        int other = in[first + k], mine = in[first + t];
        place += other < mine || (other == mine && k < t);
    }
    out[first + place] = in[first + t];
}

// What the exercise "lucky-race" must compute.
extern "C" __global__ void any_negative_reference(const int *in,
                                                  int *out)
{
    int t = threadIdx.x, found = 0;
    for (int k = 0; k < (int)blockDim.x; k++)
        found |= in[blockIdx.x * blockDim.x + k] < 0;
    out[blockIdx.x * blockDim.x + t] = found;
}
