// Races on global memory, between blocks and within one.

// launch: <<<4, 64>>> clean
extern "C" __global__ void each_its_own(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

// launch: <<<4, 64>>>
extern "C" __global__ void blocks_write_the_same(const int *in, int *out, int n) {
    out[threadIdx.x] = in[blockIdx.x]; // expect: race "`out`, element 0" "thread (0,0,0) of block (0,0,0)" "thread (0,0,0) of block (1,0,0)" "nothing orders the two blocks"
}

// launch: <<<4, 64>>>
extern "C" __global__ void blocks_overlap_by_one(const int *in, int *out, int n) {
    int i = blockIdx.x * 63 + threadIdx.x;
    out[i] = in[i] + blockIdx.x; // expect: race "`out`, element 63" "of block (0,0,0)" "of block (1,0,0)"
}

// Whoever comes last, memory is the same.
// launch: <<<4, 64>>> clean
extern "C" __global__ void blocks_write_the_same_value(const int *in, int *out, int n) {
    int i = blockIdx.x * 63 + threadIdx.x;
    out[i] = 5;
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void all_threads_write_the_same_value(const int *in, int *out, int n) {
    if (in[threadIdx.x] % 2) out[n] = 5;
}

// launch: <<<4, 64>>>
extern "C" __global__ void the_same_value_and_a_reader(const int *in, int *out, int n) {
    if (threadIdx.x == 0) out[n] = 5; // expect: race "`out`, element 1" "read by thread" optional
    if (threadIdx.x == 40) out[blockIdx.x + 2] = out[n]; // expect: race "`out`, element 1" "written by thread"  // expect: warning uninitialised "`out`" optional
}

// launch: <<<2, 64>>>
extern "C" __global__ void sum_by_increments(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) out[0] = 0;
    if (i % 64 == 1) out[0] += in[i]; // expect: race "`out`, element 0" "of block (0,0,0)" "of block (1,0,0)"  // expect: race "`out`, element 0" "__syncwarp()"
}

__device__ int total;

// launch: <<<2, 64>>> clean
extern "C" __global__ void sum_by_atomics(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&total, in[i]);
}

// launch: <<<2, 64>>>
extern "C" __global__ void sum_read_before_all_have_added(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&total, in[i]); // expect: race "`total`" "read by thread" "updated by thread"
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = total; // expect: race "`total`" "of block (0,0,0)" "of block (1,0,0)" "nothing orders the two blocks"
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void in_place(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    out[i] = out[i] * 2 + n;
}

__device__ int line[256];

// launch: <<<4, 64>>>
extern "C" __global__ void shifted_in_place(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 255) line[i] = line[i + 1] + n; // expect: race "`line`" "read by thread" "written by thread"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void neighbour_within_a_block(const int *in, int *out, int n) {
    int t = threadIdx.x;
    line[t] = in[t];
    __syncthreads();
    out[t] = line[63 - t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void neighbour_without_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    line[t] = in[t]; // expect: race "`line`" "read by thread" "written by thread" "no __syncthreads() between" optional
    out[t] = line[63 - t]; // expect: race "`line`" "written by thread (31,0,0)" "read by thread (32,0,0)" "no __syncthreads() between"
}

// launch: <<<1, 32>>>
extern "C" __global__ void neighbour_within_a_warp(const int *in, int *out, int n) {
    int t = threadIdx.x;
    line[t] = in[t];
    out[t] = line[31 - t]; // expect: race "`line`" "no __syncwarp() between"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void neighbour_after_syncwarp(const int *in, int *out, int n) {
    int t = threadIdx.x;
    line[t] = in[t];
    __syncwarp();
    out[t] = line[31 - t];
}

// launch: <<<1, 32>>>
extern "C" __global__ void one_instruction_one_element(const int *in, int *out, int n) {
    out[threadIdx.x / 4] = in[threadIdx.x]; // expect: warning race "`out`" "different values" "one instruction"
}

// launch: <<<2, 64>>>
extern "C" __global__ void neighbour_in_another_block(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    line[i] = in[i]; // expect: race "`line`" "of block (0,0,0)" "of block (1,0,0)"
    __syncthreads();
    out[i] = line[127 - i]; // expect: race "`line`" "of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<2, 64>>>
extern "C" __global__ void bytes_between_blocks(const int *in, int *out, int n) {
    unsigned char *bytes = (unsigned char *)line;
    bytes[blockIdx.x * 62 + threadIdx.x] = (unsigned char)(blockIdx.x + 1); // expect: race "`line`" "of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<2, 63>>> clean
extern "C" __global__ void bytes_of_one_word_by_two_blocks(const int *in, int *out, int n) {
    unsigned char *bytes = (unsigned char *)line;
    bytes[blockIdx.x * 63 + threadIdx.x] = (unsigned char)(blockIdx.x + 1);
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void all_read_what_nobody_writes(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[0] + in[i / 2];
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void blocks_touch_but_do_not_overlap(const int *in, int *out, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[i] + blockIdx.x;
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void one_thread_of_the_grid_writes(const int *in, int *out, int n) {
    if (blockIdx.x == 3 && threadIdx.x == 0) out[0] = in[0] + 1;
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void shifted_in_place_with_barriers(const int *in, int *out, int n) {
    int t = threadIdx.x, next = line[t + 1];
    __syncthreads();
    line[t] = next + n;
}

// What follows has so many blocks that the first one runs alone, and what it does decides how the others are watched.

__device__ int cells[64 * 64], few[64], sums[64];

// launch: <<<64, 64>>> clean
extern "C" __global__ void handed_on_within_blocks(const int *in, int *out, int n) {
    int *own = cells + 64 * blockIdx.x, t = threadIdx.x;
    int other = own[63 - t];
    for (int k = 0; k < 4; k++) {
        __syncthreads();
        own[t] = other + in[k];
        __syncthreads();
        other = own[(t + 32) % 64];
    }
}

// launch: <<<64, 64>>>
extern "C" __global__ void handed_on_without_the_second_barrier(const int *in, int *out, int n) {
    int *own = cells + 64 * blockIdx.x, t = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        own[t] = in[k]; // expect: race "`cells`" "read by thread" "written by thread" "no __syncthreads() between"
        __syncthreads();
        atomicAdd(&few[t], own[(t + 32) % 64]); // expect: race "`cells`" "written by thread" "read by thread" "no __syncthreads() between"
    }
}

// launch: <<<64, 64>>>
extern "C" __global__ void handed_on_and_two_blocks_overlap(const int *in, int *out, int n) {
    int *own = cells + 64 * blockIdx.x - (blockIdx.x == 40), t = threadIdx.x;
    own[t] = in[t + blockIdx.x]; // expect: race "`cells`, element 2559" "read by thread (0,0,0) of block (39,0,0)" "written by thread (0,0,0) of block (40,0,0)"  // expect: race "`cells`, element 2559" "written by thread (63,0,0) of block (39,0,0)" "written by thread (0,0,0) of block (40,0,0)"
    __syncthreads();
    atomicAdd(&few[t], own[63 - t]); // expect: race "`cells`, element 2559" "written by thread (63,0,0) of block (39,0,0)" "read by thread (63,0,0) of block (40,0,0)"
}

// launch: <<<64, 64>>>
extern "C" __global__ void another_array_races_in_the_last_block(const int *in, int *out, int n) {
    int *own = cells + 64 * blockIdx.x, t = threadIdx.x;
    own[t] = in[t]; // expect: race "`cells`" "read by thread" "written by thread" "no __syncthreads() between"
    int other = own[63 - t]; // expect: race "`cells`, element 31" "written by thread (31,0,0)" "read by thread (32,0,0)" "no __syncthreads() between"
    atomicAdd(&sums[t], other); // or the compiler would read where it is needed only
    if (blockIdx.x == 63) few[t % 32] = other + t; // expect: race "`few`, element 0" "written by thread (0,0,0)" "written by thread (32,0,0)"
}

// launch: <<<64, 64>>>
extern "C" __global__ void bytes_of_words_in_the_last_block(const int *in, int *out, int n) {
    int *own = cells + 64 * blockIdx.x, t = threadIdx.x;
    own[t] = in[t]; // expect: race "`cells`" "read by thread" "written by thread" "no __syncthreads() between"
    int other = own[63 - t]; // expect: race "`cells`, element 31" "written by thread (31,0,0)" "read by thread (32,0,0)" "no __syncthreads() between"
    atomicAdd(&sums[t], other); // or the compiler would read where it is needed only
    if (blockIdx.x != 63) return;
    __syncthreads();
    ((unsigned char *)own)[t % 16 * 4 + t / 16] = (unsigned char)other;
}

// The read-only cache does not learn what other blocks write, whatever orders the two.

__device__ int lent[32];
__device__ int lent_is_there;

static __device__ void lend(const int *in) {
    lent[threadIdx.x] = in[threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&lent_is_there, 1);
}

static __device__ void wait_for_the_loan() {
    if (threadIdx.x == 0)
        while (atomicAdd(&lent_is_there, 0) == 0) continue;
    __threadfence();
    __syncthreads();
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void reads_a_loan(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return lend(in);
    wait_for_the_loan();
    out[threadIdx.x] = lent[31 - threadIdx.x] + __ldg(&in[threadIdx.x]);
}

// launch: <<<2, 32>>>
extern "C" __global__ void reads_a_loan_by_the_read_only_cache(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return lend(in);
    wait_for_the_loan();
    out[threadIdx.x] = __ldg(&lent[31 - threadIdx.x]); // expect: race "`lent`" "read-only cache"
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void reads_its_own_by_the_read_only_cache(const int *in, int *out, int n) {
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = in[i];
    __syncthreads();
    out[i + 64] = __ldg(&out[i ^ 31]);
}

// launch: <<<2, 32>>> n 5
extern "C" __global__ void another_block_writes_what_stayed(const int *in, int *out, int n) {
    out[0] = in[blockIdx.x * 32 + threadIdx.x] == n ? 1 : 0; // expect: warning race "different values" // expect: race "`out`" "written by thread (5,0,0) of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<2, 32>>> n 40
extern "C" __global__ void what_stayed_of_another_block_was_there(const int *in, int *out, int n) {
    out[0] = in[blockIdx.x * 32 + threadIdx.x] == n ? 1 : 0; // expect: warning race "different values" // expect: race "`out`" "written by thread (8,0,0) of block (1,0,0)"
}

// launch: <<<2, 32>>> n 300 clean
extern "C" __global__ void no_block_has_another_value(const int *in, int *out, int n) {
    out[0] = in[blockIdx.x * 32 + threadIdx.x] == n ? 1 : 0;
}

// launch: <<<2, 32>>> n 5
extern "C" __global__ void each_block_has_its_own_word(const int *in, int *out, int n) {
    out[blockIdx.x] = in[blockIdx.x * 32 + threadIdx.x] == n ? 1 : 0; // expect: warning race "different values"
}
