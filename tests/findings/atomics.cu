// cuda::atomic and cuda::atomic_ref, fences and atomics of one block's scope, locks between the lanes of a warp.
#include <cuda/atomic>

using block_ref = cuda::atomic_ref<int, cuda::thread_scope_block>;
using device_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int count;
__device__ int word;
__device__ int mutex;
__device__ int guarded;
__device__ int partial[64];
__device__ cuda::atomic<int, cuda::thread_scope_device> arrived;

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_flag_released_through_a_reference(const int *in, int *out, int n) {
    __shared__ int data[2], ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data[n] = in[5];
        block_ref(ready).store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 0) {
        while (block_ref(ready).load(cuda::memory_order_acquire) == 0);
        out[0] = data[n];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_relaxed_flag_through_a_reference(const int *in, int *out, int n) {
    __shared__ int data[2], ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data[n] = in[5];
        block_ref(ready).store(1, cuda::memory_order_relaxed);
    } else if (threadIdx.x == 0) {
        while (block_ref(ready).load(cuda::memory_order_relaxed) == 0);
        out[0] = data[n]; // expect: race "`data`" "written by thread (32,0,0)" "read by thread (0,0,0)"
    }
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void the_last_block_of_an_atomic_object(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    if (arrived.fetch_add(1, cuda::memory_order_acq_rel) == 3)
        out[0] = partial[0] + partial[1] + partial[2] + partial[3];
}

// launch: <<<4, 64>>>
extern "C" __global__ void a_relaxed_count_of_blocks(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    if (arrived.fetch_add(1, cuda::memory_order_relaxed) == 3)
        out[0] = partial[0] + partial[1] + partial[2] + partial[3]; // expect: race "`partial`" "of block (3,0,0)"
}

// A fence of the block's scope orders nothing for another block.
// launch: <<<2, 32>>>
extern "C" __global__ void a_block_fence_between_blocks(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence_block();
    if (atomicAdd(&count, 1) == 1)
        out[0] = partial[0] + partial[1]; // expect: race "`partial`, element 0" "of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void a_device_fence_between_blocks(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(&count, 1) == 1) {
        __threadfence();
        out[0] = partial[0] + partial[1];
    }
}

// The last one has read the ticket, but what follows may have been read before it.
// launch: <<<2, 32>>>
extern "C" __global__ void no_fence_after_the_ticket(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(&count, 1) == 1)
        out[0] = partial[0] + partial[1]; // expect: race "`partial`, element 0" "of block (1,0,0)" "orders nothing before a __threadfence()"
}

// launch: <<<2, 32>>>
extern "C" __global__ void a_block_wide_ticket_between_blocks(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd_block(&count, 1) == 1) // expect: race "`count`" "updated by thread (0,0,0) of block (0,0,0)" "updated by" "block scope"
        out[0] = partial[0] + partial[1]; // expect: race "`partial`, element 0" "of block (0,0,0)" "of block (1,0,0)"
}

// launch: <<<2, 64>>>
extern "C" __global__ void a_release_of_block_scope_between_blocks(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        word = in[9];
        block_ref(count).store(1, cuda::memory_order_release);
    } else {
        while (device_ref(count).load(cuda::memory_order_acquire) == 0); // expect: race "`count`" "block scope"
        out[0] = word; // expect: race "`word`" "of block (0,0,0)" "of block (1,0,0)"
    }
}

// Within one block the same fence is enough.
// launch: <<<2, 64>>> clean
extern "C" __global__ void a_block_fence_within_each_block(const int *in, int *out, int n) {
    __shared__ int data[2], ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data[n] = in[5];
        __threadfence_block();
        atomicExch_block(&ready, 1);
    } else if (threadIdx.x == 0) {
        while (atomicAdd_block(&ready, 0) == 0);
        __threadfence_block();
        out[blockIdx.x] = data[n];
    }
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void every_lane_takes_the_lock(const int *in, int *out, int n) {
    while (atomicCAS(&mutex, 0, 1) != 0);
    __threadfence();
    guarded += in[threadIdx.x];
    __threadfence();
    atomicExch(&mutex, 0);
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void every_lane_takes_the_lock_of_a_reference(const int *in, int *out, int n) {
    device_ref lock(mutex);
    int free = 0;
    while (!lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire)) free = 0;
    guarded += in[threadIdx.x];
    lock.store(0, cuda::memory_order_release);
}

// Each lane has the lock in its turn, but nothing says that the next one sees what it wrote.
// launch: <<<1, 32>>>
extern "C" __global__ void a_lock_without_fences(const int *in, int *out, int n) {
    while (atomicCAS(&mutex, 0, 1) != 0);
    out[0] += n; // expect: race "`out`, element 0" "no __syncwarp()"  // expect: warning uninitialised "`out`"
    atomicExch(&mutex, 0);
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void warps_meet_in_parts(const int *in, int *out, int n) {
    __shared__ int data[64];
    data[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) asm volatile("barrier.sync 0;" ::: "memory");
    else asm volatile("barrier.sync 0;" ::: "memory");
    out[threadIdx.x] = data[63 - threadIdx.x];
}

/* What the CUDA C++ Programming Guide makes of atomicCAS: the plain read is a guess that the compare-and-swap checks. */
__device__ double guide_add(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ void float_maximum(float *address, float value) {
    float old = *address;
    while (old < value) {
        float assumed = old;
        old = __int_as_float(atomicCAS((int *)address, __float_as_int(assumed), __float_as_int(value)));
        if (old == assumed) break;
    }
}

__device__ double sum_by_swaps;

// launch: <<<2, 64>>> clean
extern "C" __global__ void loops_of_swaps(const int *in, int *out, int n) {
    __shared__ float largest[4];
    if (threadIdx.x < 4) largest[threadIdx.x] = 0;
    __syncthreads();
    guide_add(&sum_by_swaps, in[threadIdx.x]);
    float_maximum(&largest[threadIdx.x % 2 + 1], (float)in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 4) out[blockIdx.x * 4 + threadIdx.x] = (int)largest[threadIdx.x];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_guess_that_meets_a_store(const int *in, int *out, int n) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0; // expect: race "`total`" "no __syncthreads()" optional
    if (threadIdx.x == 32) {
        int old = total, assumed; // expect: race "`total`" "written by thread (0,0,0)"
        do {
            assumed = old;
            old = atomicCAS(&total, assumed, assumed + 1); // expect: race "`total`" "no __syncthreads()"
        } while (assumed != old);
    }
    __syncthreads();
    out[threadIdx.x] = total;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_read_that_no_swap_checks(const int *in, int *out, int n) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicCAS(&total, (int)threadIdx.x, (int)threadIdx.x + 1); // expect: race "`total`" optional
    out[threadIdx.x] = total; // expect: race "`total`" // expect: warning race "`total`" optional
}

// One thread waits for the flag, and the barrier lets the others read. What names its order needs an acquire or a fence.

__device__ int handed[32];
__device__ int handed_flag;

using HandedFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;

static __device__ void hand_over(const int *in) {
    handed[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) HandedFlag(handed_flag).store(1, cuda::std::memory_order_release);
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_acquires_for_all(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return hand_over(in);
    if (threadIdx.x == 0)
        while (HandedFlag(handed_flag).load(cuda::std::memory_order_acquire) == 0) continue;
    __syncthreads();
    out[threadIdx.x] = handed[31 - threadIdx.x];
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_fences_for_all(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return hand_over(in);
    if (threadIdx.x == 0) {
        while (HandedFlag(handed_flag).load(cuda::std::memory_order_relaxed) == 0) continue;
        cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_device);
    }
    __syncthreads();
    out[threadIdx.x] = handed[31 - threadIdx.x];
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_reads_relaxed_and_all_fence(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return hand_over(in);
    if (threadIdx.x == 0)
        while (HandedFlag(handed_flag).load(cuda::std::memory_order_relaxed) == 0) continue;
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = handed[31 - threadIdx.x];
}

// launch: <<<2, 32>>>
extern "C" __global__ void one_reads_relaxed_for_all(const int *in, int *out, int n) {
    if (blockIdx.x == 0) return hand_over(in);
    if (threadIdx.x == 0)
        while (HandedFlag(handed_flag).load(cuda::std::memory_order_relaxed) == 0) continue;
    __syncthreads();
    out[threadIdx.x] = handed[31 - threadIdx.x]; // expect: race "`handed`"
}

// launch: <<<4, 32>>> clean
extern "C" __global__ void last_by_acquire_and_release(const int *in, int *out, int n) {
    __shared__ bool last;
    handed[threadIdx.x % 8 + 8 * blockIdx.x] = in[threadIdx.x % 8];
    __syncthreads();
    if (threadIdx.x == 0) last = HandedFlag(handed_flag).fetch_add(1, cuda::std::memory_order_acq_rel) == 3;
    __syncthreads();
    if (last) out[threadIdx.x] = handed[31 - threadIdx.x];
}

// launch: <<<4, 32>>>
extern "C" __global__ void last_by_release_alone(const int *in, int *out, int n) {
    __shared__ bool last;
    handed[threadIdx.x % 8 + 8 * blockIdx.x] = in[threadIdx.x % 8];
    __syncthreads();
    if (threadIdx.x == 0) last = HandedFlag(handed_flag).fetch_add(1, cuda::std::memory_order_release) == 3;
    __syncthreads();
    if (last) out[threadIdx.x] = handed[31 - threadIdx.x]; // expect: race "`handed`"
}

// Atomics of different sizes are not atomic for each other.

__device__ unsigned long long wide[4];

// launch: <<<1, 64>>>
extern "C" __global__ void atomics_of_two_sizes(const int *in, int *out, int n) {
    if (threadIdx.x == 0) atomicAdd(&wide[0], 5ull); // expect: race "`wide`" "different sizes" optional
    if (threadIdx.x == 32) atomicAdd((int *)&wide[0], n); // expect: race "`wide`" "different sizes" optional
}

// The second half of the word, in shared memory.
// launch: <<<1, 64>>>
extern "C" __global__ void shared_atomics_of_two_sizes(const int *in, int *out, int n) {
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&sum, 5ull); // expect: race "`sum`" "different sizes" optional
    if (threadIdx.x == 32) atomicAdd((int *)&sum + 1, n); // expect: race "`sum`" "different sizes" optional
    __syncthreads();
    out[threadIdx.x] = (int)sum;
}

// The thread's second atomic has the size of the others', its first has not.
// launch: <<<2, 32>>>
extern "C" __global__ void two_sizes_one_after_the_other(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) atomicAdd(&wide[1], 5ull); // expect: race "`wide`" "different sizes" optional
    atomicAdd((int *)&wide[1], n); // expect: race "`wide`" "different sizes" optional
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void atomics_of_two_sizes_side_by_side(const int *in, int *out, int n) {
    __shared__ unsigned long long sum;
    __shared__ int count;
    if (threadIdx.x == 0) sum = count = 0;
    __syncthreads();
    atomicAdd(&sum, (unsigned long long)in[threadIdx.x]);
    atomicAdd(&count, n);
    atomicAdd(&wide[in[threadIdx.x] % 2], 1ull);
    atomicAdd((int *)&wide[2 + in[threadIdx.x] % 2], n);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = (int)sum + count;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void atomics_of_two_sizes_with_a_barrier_between(const int *in, int *out, int n) {
    atomicAdd(&wide[0], 5ull);
    __syncthreads();
    atomicAdd((int *)&wide[0], n);
    __syncthreads();
    atomicAdd((int *)&wide[0] + 1, n);
    __syncthreads();
    atomicAdd(&wide[0], 5ull);
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void atomics_of_two_sizes_by_a_flag(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        atomicAdd(&wide[0], 5ull);
        __threadfence();
        atomicExch(&handed_flag, 1);
    } else {
        while (atomicAdd(&handed_flag, 0) == 0) continue;
        __threadfence();
        atomicAdd((int *)&wide[0], n);
    }
}

// Waited for as one word, written by halves: the loop may find one of them.
// launch: <<<1, 64>>>
extern "C" __global__ void a_word_that_is_exchanged_by_halves(const int *in, int *out, int n) {
    int *half = (int *)&wide[0];
    if (threadIdx.x == 0) {
        atomicExch(half + 1, 1); // expect: race "`wide`" "different sizes" optional
        atomicExch(half, in[7]); // expect: race "`wide`" "different sizes" optional
    }
    if (threadIdx.x == 32) {
        unsigned long long both;
        while (!((both = *(volatile unsigned long long *)half) >> 32)) continue; // expect: race "`wide`" "different sizes" optional
        out[0] = (int)both;
    }
}

// An exchange whose result nobody asks for is a store, and an atomic that adds nothing is a load.

__device__ int exchanged[128], drained;

// launch: <<<2, 64>>>
extern "C" __global__ void exchanged_and_read_at_once(const int *in, int *out, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    atomicExch(&exchanged[i], in[i] + n); // expect: unordered "`exchanged`" "luck decides which value is read" optional
    out[i] = atomicAdd(&exchanged[127 - i], 0); // expect: unordered "`exchanged`" "luck decides which value is read" optional
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_tile_exchanged_and_read_at_once(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    atomicExch(&tile[t], in[t] + n); // expect: unordered "`tile`" "luck decides which value is read" optional
    out[t] = atomicOr(&tile[63 - t], 0); // expect: unordered "`tile`" "luck decides which value is read" optional
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_tile_exchanged_and_read_plainly(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    atomicExch(&tile[t], in[t] + n); // expect: race "`tile`" optional
    out[t] = tile[63 - t]; // expect: race "`tile`" optional
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void a_tile_exchanged_a_barrier_and_read(const int *in, int *out, int n) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    atomicExch(&tile[t], in[t] + n);
    atomicExch(&exchanged[blockIdx.x * 64 + t], in[t] + n);
    __syncthreads();
    out[blockIdx.x * 64 + t] = atomicOr(&tile[63 - t], 0) + atomicAdd(&exchanged[blockIdx.x * 64 + 63 - t], 0);
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void exchanged_and_handed_over(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        atomicExch(&exchanged[0], in[9]);
        __threadfence();
        atomicExch(&handed_flag, 1);
    } else {
        while (atomicAdd(&handed_flag, 0) == 0) continue;
        __threadfence();
        out[0] = atomicAdd(&exchanged[0], 0);
    }
}

// Who exchanges takes what was counted so far; nothing is lost.
// launch: <<<2, 64>>> clean
extern "C" __global__ void counted_and_drained(const int *in, int *out, int n) {
    atomicAdd(&drained, in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 64 + threadIdx.x] = atomicExch(&drained, 0);
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void the_same_mark_by_everybody(const int *in, int *out, int n) {
    atomicExch(&exchanged[0], n);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = atomicAdd(&exchanged[0], 0);
}
