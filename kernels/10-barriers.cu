// Kernels of the lesson "Barriers, votes and warps".

#define MOST 256  // threads in the largest block

// Every thread fills a word. Then thread 0 overwrites the last word with
// a mark: two writes to one word, by two warps.
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

// Warp w goes through the loop w + 1 times. After the loop is one more
// barrier, and then the words are cleared.
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

// The same with a shuffle.
extern "C" __global__ void swap_by_shuffle(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = __shfl_xor_sync(0xffffffff, in[t], 1);
}

// Each warp adds up the numbers of its lanes. Lane 0 gets the sum.
extern "C" __global__ void sum_in_warps(const int *in, int *out)
{
    int t = threadIdx.x, sum = in[t];
    for (int far = 16; far > 0; far /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, far);
    if (t % 32 == 0)
        out[t / 32] = sum;
}

// The shuffle in a branch that not all lanes of the mask take.
extern "C" __global__ void sum_in_branch(const int *in, int *out)
{
    int t = threadIdx.x, lane = t % 32, sum = in[t];
    for (int far = 16; far > 0; far /= 2)
        if (lane < far)
            sum += __shfl_down_sync(0xffffffff, sum, far);
    if (lane == 0)
        out[t / 32] = sum;
}

// How many lanes below this one have a positive number?
extern "C" __global__ void count_below(const int *in, int *out)
{
    int t = threadIdx.x, lane = t % 32;
    unsigned bits = __ballot_sync(0xffffffff, in[t] > 0);
    out[t] = __popc(bits & ((1u << lane) - 1));
}

// What the two sums above must compute, without shuffles.
extern "C" __global__ void sum_in_warps_reference(const int *in,
                                                  int *out)
{
    int t = threadIdx.x, sum = 0;
    if (t % 32 != 0)
        return;
    for (int k = 0; k < 32; k++)
        sum += in[t + k];
    out[t / 32] = sum;
}

// What the exercise "warp-maximum" must compute.
extern "C" __global__ void warp_maximum_reference(const int *in,
                                                  int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 != 0)
        return;
    int best = in[i];
    for (int k = 1; k < 32; k++)
        best = max(best, in[i + k]);
    out[i / 32] = best;
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
