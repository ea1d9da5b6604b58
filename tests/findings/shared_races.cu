// Races in shared memory, each beside the nearest kernel that is right. README.md says what the comments mean.

// launch: <<<1, 64>>> clean
extern "C" __global__ void reversed(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void reversed_without_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "read by thread" "written by thread" "no __syncthreads() between"
    out[t] = tile[63 - t]; // expect: race "`tile`" "written by thread" "read by thread" "no __syncthreads() between" optional
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void own_element_needs_no_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = tile[t] + 1;
}

// launch: <<<1, 64>>>
extern "C" __global__ void two_warps_write_one_word(const int *in, int *out, int n) {
    __shared__ int last;
    int t = threadIdx.x;
    if (t % 32 == 0) last = in[t]; // expect: race "`last`" "written by thread (0,0,0)" "written by thread (32,0,0)"
    __syncthreads();
    out[t] = last;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void one_thread_writes_one_word(const int *in, int *out, int n) {
    __shared__ int last;
    int t = threadIdx.x;
    if (t == 32) last = in[t];
    __syncthreads();
    out[t] = last;
}

// Within one instruction and between warps: whoever comes last, memory is the same.
// launch: <<<1, 64>>> clean
extern "C" __global__ void all_write_the_same_value(const int *in, int *out, int n) {
    __shared__ int flag[2];
    flag[in[0]] = 7;
    __syncthreads();
    out[threadIdx.x] = flag[in[threadIdx.x] / 64];
}

// launch: <<<1, 32>>>
extern "C" __global__ void one_instruction_writes_different_values(const int *in, int *out, int n) {
    __shared__ int bins[4];
    int t = threadIdx.x;
    bins[t % 4] = in[t]; // expect: warning race "`bins`" "different values" "one instruction"
    __syncwarp();
    out[t] = bins[t % 4];
}

// launch: <<<1, 32>>>
extern "C" __global__ void neighbours_within_a_warp(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = tile[(t + 1) % 32]; // expect: race "`tile`" "with no __syncwarp() between"
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void neighbours_after_syncwarp(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncwarp();
    out[t] = tile[(t + 1) % 32];
}

// launch: <<<1, 64>>>
extern "C" __global__ void neighbours_of_two_warps_after_syncwarp(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: race "`tile`" "__syncthreads()"
    __syncwarp();
    out[t] = tile[(t + 1) % 64]; // expect: race "`tile`" "__syncthreads()"
}

// launch: <<<2, 128>>> clean
extern "C" __global__ void tree_sum(const int *in, int *out, int n) {
    __shared__ int part[128];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

// launch: <<<2, 128>>>
extern "C" __global__ void tree_sum_without_barrier_in_the_loop(const int *in, int *out, int n) {
    __shared__ int part[128];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
#pragma unroll 1
    for (int half = 64; half > 0; half /= 2)
        if (t < half) part[t] += part[t + half]; // expect: race "`part`" "__syncthreads()"
    __syncthreads();
    if (t == 0) out[blockIdx.x] = part[0];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void warp_sum_with_syncwarp(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    if (t < 32) {
        for (int half = 32; half > 0; half /= 2) {
            int other = part[t + half];
            __syncwarp();
            part[t] += other;
            __syncwarp();
        }
    }
    if (t == 0) out[0] = part[0];
}

// launch: <<<1, 64>>>
extern "C" __global__ void warp_sum_the_old_way(const int *in, int *out, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    if (t < 32)
#pragma unroll 1
        for (int half = 32; half > 0; half /= 2)
            part[t] += part[t + half]; // expect: race "`part`" "__syncwarp()"
    if (t == 0) out[0] = part[0];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void warp_sum_by_shuffles(const int *in, int *out, int n) {
    __shared__ int part[2];
    int t = threadIdx.x, sum = in[t];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t == 0) out[0] = part[0] + part[1];
}

// launch: <<<1, 64>>> n 4 clean
extern "C" __global__ void two_buffers(const int *in, int *out, int n) {
    __shared__ int tile[2][64];
    int t = threadIdx.x, sum = 0;
    tile[0][t] = in[t];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) tile[(i + 1) % 2][t] = in[t] + i;
        sum += tile[i % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> n 4
extern "C" __global__ void two_buffers_of_which_one_is_used(const int *in, int *out, int n) {
    __shared__ int tile[2][64];
    int t = threadIdx.x, sum = 0;
    tile[0][t] = in[t];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        sum += tile[0][63 - t]; // expect: race "`tile`" "written by thread" "read by thread"
        tile[0][t] = in[t] + i; // expect: race "`tile`" "read by thread" "written by thread"
        __syncthreads();
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> n 4
extern "C" __global__ void tiles_without_the_second_barrier(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i; // expect: race "`tile`" "read by thread" "written by thread"
        __syncthreads();
        sum += tile[63 - t]; // expect: race "`tile`" "written by thread" "read by thread" optional
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> n 4 clean
extern "C" __global__ void tiles_with_both_barriers(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void one_barrier_too_many(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void histogram_by_atomics(const int *in, int *out, int n) {
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] % 8], 1);
    __syncthreads();
    if (t < 8) out[blockIdx.x * 8 + t] = bins[t];
}

// launch: <<<2, 64>>>
extern "C" __global__ void histogram_by_increments(const int *in, int *out, int n) {
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    bins[in[t] % 8]++; // expect: race "`bins`" "__syncthreads()"
    __syncthreads();
    if (t < 8) out[blockIdx.x * 8 + t] = bins[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void histogram_read_too_early(const int *in, int *out, int n) {
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] % 8], 1); // expect: race "`bins`" "read by thread" "updated by thread" optional
    if (t < 8) out[t] = bins[t]; // expect: race "`bins`" "read by thread" "__syncwarp()"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void bytes_of_one_word_are_apart(const int *in, int *out, int n) {
    __shared__ unsigned char tile[64];
    int t = threadIdx.x;
    tile[63 - t] = (unsigned char)in[t];
    __syncthreads();
    out[t] = tile[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void bytes_that_meet(const int *in, int *out, int n) {
    __shared__ unsigned char tile[64];
    int t = threadIdx.x;
    tile[t] = (unsigned char)in[t];
    __syncthreads();
    if (t == 0) tile[40] = 3;
    out[t] = tile[t]; // expect: race "`tile`, element 40" "written by thread (0,0,0)" "read by thread (40,0,0)"
}

// launch: <<<1, 64>>> n 4 clean
extern "C" __global__ void barriers_before_and_after_a_tile_is_read(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i;
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

// A warp that has passed the barrier writes what the other one, an iteration behind it, has yet to read.
// launch: <<<1, 64>>> n 4
extern "C" __global__ void no_barrier_before_the_next_tile(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i; // expect: race "`tile`" "with no __syncthreads() between" optional
        __syncthreads();
        sum += tile[63 - t]; // expect: race "`tile`" "written by thread (31,0,0)" "read by thread (32,0,0)" "the barrier at line 300 is not between them: in a loop"
    }
    out[t] = sum;
}

__device__ void put(int *words, int i, int value) {
    words[i] = value;
}

// The same loop with a helper that stands above it: lines do not tell what is between two accesses.
// launch: <<<1, 64>>> n 4
__device__ int next_of(const int *words, int i) {
    return words[i]; // expect: race "`tile`" "the barrier at line 321 is not between them: in a loop"
}
extern "C" __global__ void no_barrier_before_the_next_tile_of_a_helper(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i; // expect: race "`tile`" "the barrier at line 321 is not between them: in a loop" optional
        __syncthreads();
        sum += next_of(tile, 63 - t);
    }
    out[t] = sum;
}

// launch: <<<1, 64>>>
__device__ int element_of(const int *words, int i) {
    return words[i];
}
extern "C" __global__ void a_barrier_before_both_and_a_helper_above(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    if (t >= 32) tile[t] = in[t]; // expect: race "`tile`, element 32" "with no __syncthreads() between$"
    if (t < 32) out[t] = element_of(tile, t + 32);
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_before_both_and_a_writing_helper_above(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    put(tile, t, 0);
    __syncthreads();
    if (t < 32) put(tile, t, in[t]);
    if (t >= 32) out[t] = tile[t - 32]; // expect: race "`tile`, element 0" "with no __syncthreads() between$"
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_in_a_branch_that_nobody_takes(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t]; // expect: race "`tile`" "with no __syncthreads() between$" optional
    if (n > 100) __syncthreads();
    out[t] = tile[63 - t]; // expect: race "`tile`" "with no __syncthreads() between$"
}

// The barrier in the loop never opens; the one before the loop did.
// launch: <<<1, 64>>> n 4
extern "C" __global__ void a_barrier_in_a_loop_that_nobody_comes_to(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    tile[t] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[t] = in[t] + i; // expect: race "`tile`" "with no __syncthreads() between$" optional
        if (n > 100) __syncthreads();
        sum += tile[63 - t]; // expect: race "`tile`" "with no __syncthreads() between$"
    }
    out[t] = sum;
}

// The barrier of the loop stands before both accesses of a round.
// launch: <<<1, 64>>> n 4
extern "C" __global__ void a_barrier_before_both_in_a_loop(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    tile[t] = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        __syncthreads();
        tile[t] = in[t] + i; // expect: race "`tile`" "with no __syncthreads() between$" optional
        sum += tile[63 - t]; // expect: race "`tile`" "with no __syncthreads() between$"
    }
    out[t] = sum;
}

// What the lanes of one instruction store is not what stays of it, and so another warp that stores what stays races too.
// Thread n's warp is the first or the last of the two.
// launch: <<<1, 64>>> n 5
extern "C" __global__ void another_warp_writes_what_stayed(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0; // expect: warning race "threads (0,0,0) and (5,0,0)" // expect: race "`any`" "written by thread (5,0,0)" "written by thread (32,0,0)"
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 40
extern "C" __global__ void what_stayed_was_there_already(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0; // expect: warning race "threads (32,0,0) and (40,0,0)" // expect: race "`any`" "written by thread (40,0,0)"
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 300 clean
extern "C" __global__ void no_lane_has_another_value(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0;
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 5
extern "C" __global__ void another_warp_writes_what_stayed_behind_a_barrier(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    if (t < 32) any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    __syncthreads();
    if (t >= 32) any = in[0];
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 5 nvrtc
extern "C" __global__ void another_warp_writes_what_the_first_replaced_it_by(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    if (t < 32) {
        any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
        __syncwarp();
        any = in[0];
    } else {
        any = in[n - 5]; // expect: race "`any`" "written by thread (5,0,0)" "written by thread (32,0,0)"
    }
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 5
extern "C" __global__ void another_warp_writes_another_word(const int *in, int *out, int n) {
    __shared__ int any[2];
    int t = threadIdx.x;
    any[t / 32] = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    __syncthreads();
    out[t] = any[1 - t / 32];
}

// launch: <<<1, 64>>> n 5
extern "C" __global__ void bytes_of_which_one_lane_has_another(const int *in, int *out, int n) {
    __shared__ unsigned char any[4];
    int t = threadIdx.x;
    any[1] = in[t] == n ? 1 : 0; // expect: warning race "either may stay" // expect: race "`any`" "written by thread (5,0,0)" "written by thread (32,0,0)"
    any[2 + t / 32] = 1;
    __syncthreads();
    out[t] = any[1];
}

// launch: <<<1, 32>>> n 5
extern "C" __global__ void a_lane_of_the_warp_writes_what_stayed(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    asm volatile("" ::: "memory");
    if (t == 7) any = in[0]; // expect: race "`any`" "written by thread (5,0,0)" "written by thread (7,0,0)" "no __syncwarp() between"
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 32>>> n 5
extern "C" __global__ void a_lane_writes_what_stayed_after_syncwarp(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    __syncwarp();
    if (t == 7) any = in[0];
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 32>>> n 5
extern "C" __global__ void the_lane_itself_writes_what_stayed(const int *in, int *out, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    asm volatile("" ::: "memory");
    if (t == 5) any = in[0];
    __syncthreads();
    out[t] = any;
}

// The same where flags order accesses as well, so that each of them is remembered.
// launch: <<<1, 64>>> n 5
extern "C" __global__ void what_stayed_beside_a_flag(const int *in, int *out, int n) {
    __shared__ int any;
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t < 32) any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
    if (t == 0) flag = 1;
    if (t == 32) {
        while (flag == 0) continue;
        any = in[0]; // expect: race "`any`" "written by thread (5,0,0)" "written by thread (32,0,0)"
    }
    __syncthreads();
    out[t] = any;
}

// launch: <<<1, 64>>> n 5
extern "C" __global__ void what_stayed_behind_a_flag(const int *in, int *out, int n) {
    __shared__ int any;
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t < 32) {
        any = in[t] == n ? 1 : 0; // expect: warning race "either may stay"
        __threadfence_block();
        __syncwarp();
        if (t == 0) flag = 1;
    }
    if (t == 32) {
        while (flag == 0) continue;
        __threadfence_block();
        any = in[0];
    }
    __syncthreads();
    out[t] = any;
}
