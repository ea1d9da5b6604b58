// Barriers that not all threads reach or that never open, loops without end, kernels that stop themselves.

#include <cooperative_groups.h>

// launch: <<<1, 64>>> clean
extern "C" __global__ void barrier_of_all(const int *in, int *out, int n) {
    int t = threadIdx.x;
    int any = __syncthreads_or(in[t] == 5);
    out[t] = any;
}

// launch: <<<1, 64>>>
extern "C" __global__ void barrier_in_divergent_code(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 < 16) __syncthreads(); // expect: barrier "divergent" "16 threads from (0,0,0) to (15,0,0)"
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void barrier_in_code_that_all_run(const int *in, int *out, int n) {
    if (n < 100) __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void two_different_barriers(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32) {
        out[t] = 1;
        __syncthreads();
    } else {
        out[t] = 2;
        __syncthreads(); // expect: barrier "different __syncthreads()"
        out[t] = in[t];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void one_warp_waits_alone(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 32) asm volatile("bar.sync 1, 64;" ::: "memory"); // expect: deadlock "barrier 1 has 32 threads of 64"
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void each_waits_for_the_other(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // expect: deadlock "can never open"
    else
        asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void producer_and_consumer_by_named_barrier(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    if (t < 32) {
        tile[t] = in[t];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t - 32] = tile[63 - t];
    }
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void lanes_that_left_before_the_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 16) return;
    __syncthreads(); // waits for no thread that has exited
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_warp_that_left_is_not_waited_for(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t >= 32) return;
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void loop_without_end(const int *in, int *out, int n) {
    volatile const int *never = in;
    while (never[0] == 0) { // expect: deadlock "`in`, element 0" "nobody is left"
    }
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> n 1000 clean
extern "C" __global__ void loop_with_an_end(const int *in, int *out, int n) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) sum ^= in[i % 64];
    out[threadIdx.x] = sum;
}

// launch: <<<1, 32>>>
extern "C" __global__ void stops_itself(const int *in, int *out, int n) {
    if (in[threadIdx.x] == 9) __trap(); // expect: trap "thread (9,0,0) executed a trap"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> nvrtc
extern "C" __global__ void a_barrier_of_the_grid_without_a_cooperative_launch(const int *in, int *out, int n) {
    out[threadIdx.x] = in[threadIdx.x];
#ifndef __clang__ // our header for it has no barrier of the grid
    cooperative_groups::this_grid().sync(); // expect: trap "needs a cooperative launch" "cudaLaunchCooperativeKernel"
#endif
    out[threadIdx.x] += 1;
}

// launch: <<<1, 64>>> nvrtc
extern "C" __global__ void a_kernel_with_a_group_that_stops_itself(const int *in, int *out, int n) {
    out[threadIdx.x] = in[threadIdx.x];
    cooperative_groups::this_thread_block().sync();
    if (in[threadIdx.x] == 9) __trap(); // expect: trap "thread (9,0,0) executed a trap: the kernel stopped itself"
}

// launch: <<<1, 32>>>
extern "C" __global__ void assertion_that_fails(const int *in, int *out, int n) {
    assert(in[threadIdx.x] < 20); // expect: trap "in[threadIdx.x] < 20" "(20,0,0)"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void assertion_that_holds(const int *in, int *out, int n) {
    assert(in[threadIdx.x] < 200);
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void the_barrier_after_the_branch(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t % 32 < 16)
        tile[t] = in[t];
    else
        tile[t] = -in[t];
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>> n 3 clean
extern "C" __global__ void a_barrier_in_a_loop_of_all(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    for (int i = 0; i < n; i++) {
        __syncthreads();
        int other = tile[(t + 1) % 64];
        __syncthreads();
        tile[t] += other;
    }
    out[t] = tile[t];
}

// launch: <<<1, 64>>> n 3
extern "C" __global__ void a_barrier_in_a_loop_of_some(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < t % 3; i++) {
        sum += in[t + i];
        __syncthreads(); // expect: barrier "divergent"
    }
    out[t] = sum;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void both_warps_at_barrier_one(const int *in, int *out, int n) {
    int t = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_that_lanes_go_around_at_the_end(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 < 16) {
        out[t] = in[t];
        __syncthreads(); // expect: barrier "16 threads from (16,0,0) to (31,0,0) of the same warp are at the end of the kernel"
        out[t] += 1;
    }
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void threads_that_store_and_return(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t >= n) {
        out[t] = 0;
        return;
    }
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[(t + 1) % n];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void threads_that_return_one_after_the_other(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    for (int left = n; left > 0; left /= 2) {
        if (t >= left) return;
        __syncthreads();
        int sum = tile[t] + (t + left / 2 < left ? tile[t + left / 2] : 0);
        __syncthreads();
        tile[t] = sum;
    }
    out[t] = tile[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_return_does_not_excuse_another_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (in[t] > 200) return;
    if (t % 32 < 16) __syncthreads(); // expect: barrier "divergent"
    out[t] = in[t];
    __syncthreads(); // expect: barrier "divergent" optional
    out[t] += 1;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_group_that_only_half_of_the_threads_synchronise(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t & 1) cooperative_groups::this_thread_block().sync(); // expect: barrier "16 threads from (1,0,0) to (31,0,0) reached it" "(30,0,0)"
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_group_that_all_synchronise(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t & 1)
        tile[t] = in[t];
    else
        tile[t] = -in[t];
    cooperative_groups::this_thread_block().sync();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>> n 20 clean
extern "C" __global__ void a_group_of_those_that_have_not_returned(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t % 32 >= n) return;
    cooperative_groups::this_thread_block().sync();
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_counted_barrier_orders_its_warp_alone(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t]; // expect: race "`tile`, element 32" "read by thread (31,0,0)"
    asm volatile("bar.sync 1, 32;" ::: "memory");
    int other = tile[63 - t]; // expect: warning uninitialised "`tile`" optional  // expect: race "`tile`" "written by" "read by thread (32,0,0)"
    if (t < 32 && other == 63 - t) __trap();
    out[t] = other;
}

#define WAIT(number, count) asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory")
#define ARRIVE(number, count) asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory")

// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_that_one_warp_alone_comes_to(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32) {
        out[t] = in[t];
        __syncthreads(); // expect: barrier "not all threads of the block reach" "32 of them have ended"
    }
    out[t] = 1;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_barrier_that_one_warp_comes_to_once_more(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i <= t / 32; i++) {
        sum += in[i];
        __syncthreads(); // expect: barrier "not all threads of the block reach"
    }
    out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_group_that_one_warp_alone_synchronises(const int *in, int *out, int n) {
    if (threadIdx.x < 32) cooperative_groups::this_thread_block().sync(); // expect: barrier "not all threads of the block reach"
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_barrier_after_a_warp_has_returned_in_a_loop(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        if (i > 2 * (t / 32)) return;
        sum += in[i];
        __syncthreads();
        out[t] = sum;
    }
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void each_half_has_its_barrier(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, half = t / 64;
    tile[t] = in[t];
    WAIT(1 + half, 64);
    out[t] = tile[half * 64 + 63 - t % 64];
}

// launch: <<<1, 128>>>
extern "C" __global__ void both_halves_share_a_barrier(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, half = t / 64;
    tile[t] = in[t];
    WAIT(1, 64); // expect: barrier "luck decides" "thread (64,0,0)" "thread (0,0,0)"
    out[t] = tile[half * 64 + 63 - t % 64];
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void the_halves_share_a_barrier_one_after_the_other(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = in[t];
    if (t < 64) {
        WAIT(1, 64);
        out[t] = tile[63 - t];
    }
    __syncthreads();
    if (t >= 64) {
        tile[t] = 1;
        WAIT(1, 64);
        out[t] = tile[191 - t];
    }
}

// launch: <<<1, 96>>>
extern "C" __global__ void three_warps_at_a_barrier_of_two(const int *in, int *out, int n) {
    int t = threadIdx.x;
    out[t] = in[t];
    WAIT(1, 64); // expect: barrier "luck decides" "thread (64,0,0)"
    out[t] += 1;
}

// Each warp hands on to the next: 0 to 1, 1 to 2, 2 to 3.
// launch: <<<1, 128>>> clean
extern "C" __global__ void a_chain_of_warps(const int *in, int *out, int n) {
    __shared__ int sum;
    int warp = threadIdx.x / 32;
    if (warp > 0) WAIT(warp, 64);
    if (threadIdx.x % 32 == 0) sum = warp == 0 ? 1 : sum + warp;
    if (warp < 3) WAIT(warp + 1, 64);
    if (threadIdx.x == 96) out[0] = sum;
}

// The last arrival at "empty" is one that nobody waits for.
// launch: <<<1, 96>>> n 4 clean
extern "C" __global__ void a_producer_and_two_consumers(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (warp != 0) ARRIVE(2, 96);
    for (int i = 0; i < n; i++) {
        if (warp == 0) {
            WAIT(2, 96);
            tile[lane] = i;
            ARRIVE(1, 96);
        } else {
            WAIT(1, 96);
            sum += tile[31 - lane];
            ARRIVE(2, 96);
        }
    }
    out[threadIdx.x] = sum;
}

// launch: <<<1, 96>>> n 4
extern "C" __global__ void a_producer_that_one_consumer_is_enough_for(const int *in, int *out, int n) {
    __shared__ int tile[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    for (int i = 0; i < n; i++) {
        if (warp == 0) {
            tile[lane] = i; // expect: race "`tile`" optional
            ARRIVE(1, 96);
            WAIT(2, 64); // expect: barrier "luck decides" optional
        } else {
            WAIT(1, 96);
            sum += tile[31 - lane]; // expect: race "`tile`" optional
            ARRIVE(2, 64); // expect: barrier "luck decides" optional
        }
    }
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>> n 3 clean
extern "C" __global__ void lanes_that_come_to_a_barrier_by_two_ways(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        tile[t] = in[i];
        if (t & 1) {
            asm volatile("barrier.sync 1, 64;" ::: "memory");
        } else {
            sum++;
            asm volatile("barrier.sync 1, 64;" ::: "memory");
        }
        sum += tile[63 - t];
        asm volatile("barrier.sync 2, 64;" ::: "memory");
    }
    out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void warps_that_disagree_on_the_count(const int *in, int *out, int n) {
    int t = threadIdx.x;
    out[t] = in[t];
    if (t < 32)
        WAIT(1, 64);
    else
        WAIT(1, 32); // expect: barrier "for 64 threads, another for 32"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_count_of_all_is_no_count(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    if (t < 32)
        WAIT(1, 64);
    else
        asm volatile("bar.sync 1;" ::: "memory");
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_count_that_is_no_multiple_of_32(const int *in, int *out, int n) {
    out[threadIdx.x] = in[threadIdx.x];
    WAIT(1, 48); // expect: barrier "must be a multiple of 32"
}

__constant__ int fixed[32];

// launch: <<<1, 32>>> nvrtc
extern "C" __global__ void writes_to_constant_memory(const int *in, int *out, int n) { // expect: trap "a write to a __constant__ variable"
    fixed[threadIdx.x] = in[threadIdx.x];
}

static __device__ __noinline__ void meet() {
    __syncthreads();
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_function_waits_for_those_that_have_not_returned(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t >= n) return;
    tile[t] = in[t];
    meet();
    out[t] = tile[n - 1 - t];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_return_behind_the_barrier_in_a_loop(const int *in, int *out, int n) {
    int t = threadIdx.x, sum = 0;
#pragma unroll 1
    for (int i = 0; i < 3; i++) {
        __syncthreads();
        sum += in[i];
        if (i == 1 && t >= n) return;
    }
    out[t] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_return_behind_the_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32) __syncthreads(); // expect: barrier "not all threads of the block reach"
    if (t >= 48) return;
    out[t] = in[t];
}

// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void a_lambda_waits_for_those_that_have_not_returned(const int *in, int *out, int n) {
    auto wait = [] { __syncthreads(); };
    int t = threadIdx.x;
    if (t >= n) return;
    wait();
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void the_return_of_a_lambda_excuses_nothing(const int *in, int *out, int n) {
    auto larger = [](int a, int b) { return a > b ? a : b; };
    int t = threadIdx.x;
    out[t] = larger(in[t], n);
    if (t < 32) __syncthreads(); // expect: barrier "not all threads of the block reach"
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_return_that_is_left_out_excuses_nothing(const int *in, int *out, int n) {
    int t = threadIdx.x;
#if 0
    if (t >= 32) return;
#endif
    out[t] = in[t];
    if (t < 32) __syncthreads(); // expect: barrier "not all threads of the block reach"
}

// clang-format off
// launch: <<<1, 64>>> n 40 clean
extern "C" __global__ void all_on_one_line(const int *in, int *out, int n) { int t = threadIdx.x; if (t >= n) return; __syncthreads(); out[t] = in[t]; }
// clang-format on

// launch: <<<1, 64>>>
extern "C" __global__ void an_arrival_for_no_threads(const int *in, int *out, int n) {
    int none = n >> 30;
    if (threadIdx.x < 32)
        ARRIVE(1, none); // expect: barrier "gives 0 as the number of threads"
    else
        WAIT(1, 64);
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_wait_for_no_number_of_threads_is_for_all(const int *in, int *out, int n) {
    int none = n >> 30;
    WAIT(1, none);
    out[threadIdx.x] = in[threadIdx.x];
}
