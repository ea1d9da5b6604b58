// Volatile and relaxed accesses that nothing orders: no data race, but luck decides about a value. What a loop waits
// for is made for that.
#include <cuda/atomic>

__device__ volatile int flag, turn, found;
__device__ int word, mutex, sum;
__device__ cuda::atomic<int, cuda::thread_scope_device> relaxed_word;

// launch: <<<1, 64>>>
extern "C" __global__ void a_volatile_tile(const int *in, int *out, int n) {
    __shared__ volatile int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: unordered "`tile`" "read by thread" "volatile" optional
    out[t] = tile[63 - t]; // expect: unordered "`tile`" "luck decides" "volatile"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_volatile_tile_and_a_barrier(const int *in, int *out, int n) {
    __shared__ volatile int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t] + n;
    __syncthreads();
    out[t] = tile[63 - t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_volatile_tile_and_a_nap(const int *in, int *out, int n) {
    __shared__ volatile int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t] + n; // expect: unordered "`tile`" "read by thread" "volatile" optional
    asm volatile("bar.sync 1, 32;" ::: "memory");
    __nanosleep(1000000);
    out[t] = tile[63 - t]; // expect: unordered "`tile`" "luck decides" "volatile"
}

// launch: <<<2, 64>>>
extern "C" __global__ void a_volatile_count(const int *in, int *out, int n) {
    volatile int *count = &sum;
    count[0] += n; // expect: unordered "`sum`" "luck decides which value is read"  // expect: unordered "`sum`" "luck decides which value stays" optional
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void an_atomic_count(const int *in, int *out, int n) {
    atomicAdd(&sum, n);
}

// launch: <<<4, 1>>>
extern "C" __global__ void blocks_leave_their_number(const int *in, int *out, int n) {
    flag = blockIdx.x; // expect: unordered "`flag`" "luck decides which value stays"
}

// launch: <<<4, 64>>> clean
extern "C" __global__ void blocks_leave_the_same_mark(const int *in, int *out, int n) {
    flag = n;
}

// The reduction of the last warp as it was written before 2017.
// launch: <<<1, 64>>>
extern "C" __global__ void a_volatile_warp_sum(const int *in, int *out, int n) {
    __shared__ volatile int part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16]; // expect: unordered "`part`" "volatile"
        part[t] += part[t + 8]; // expect: unordered "`part`" "volatile"
        part[t] += part[t + 4]; // expect: unordered "`part`" "volatile"
        part[t] += part[t + 2]; // expect: unordered "`part`" "volatile"
        part[t] += part[t + 1]; // expect: unordered "`part`" "volatile"
    }
    if (t == 0) out[0] = part[0];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_warp_sum_that_waits(const int *in, int *out, int n) {
    __shared__ volatile int part[64];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    if (t < 32) {
#pragma unroll
        for (int half = 32; half > 0; half /= 2) {
            int other = part[t + half];
            __syncwarp();
            part[t] += other;
            __syncwarp();
        }
    }
    if (t == 0) out[0] = part[0];
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_flag_that_is_waited_for(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0) {
        }
        __threadfence();
        out[0] = word;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_flag_that_is_waited_for_without_fences(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        flag = 1;
    } else {
        while (flag == 0) __nanosleep(20);
        out[0] = word; // expect: race "`word`" "of block (0,0,0)"
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_flag_that_is_looked_at_once(const int *in, int *out, int n) {
    if (blockIdx.x == 0)
        flag = n;
    else
        out[0] = flag; // expect: unordered "`flag`" "luck decides which value is read"
}

// Two warps take turns: each waits for the other's mark, and then makes its own.
// launch: <<<1, 64>>> n 4 clean
extern "C" __global__ void two_warps_take_turns(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    int warp = threadIdx.x / 32;
    for (int i = 0; i < n; i++) {
        while (turn % 2 != warp) {
        }
        __threadfence();
        word += in[i];
        __threadfence();
        turn = turn + 1;
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_lock_that_is_released_by_a_volatile_store(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    word += n;
    __threadfence();
    *(volatile int *)&mutex = 0;
}

// launch: <<<2, 64>>> n 8 clean
extern "C" __global__ void a_search_that_stops_early(const int *in, int *out, int n) {
    for (int i = 0; i < n && found == 0; i++)
        if (in[threadIdx.x * n / 4 + i] == 77) found = 1;
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_volatile_look_at_a_counter(const int *in, int *out, int n) {
    atomicAdd(&sum, n); // expect: unordered "`sum`" "luck decides" optional
    out[threadIdx.x] = *(volatile int *)&sum; // expect: unordered "`sum`" "updated by" "luck decides which value is read"
}

// Asked for by name: told, and no ground for a verdict.
// launch: <<<1, 64>>>
extern "C" __global__ void a_relaxed_look(const int *in, int *out, int n) {
    if (threadIdx.x == 0) relaxed_word.store(n, cuda::memory_order_relaxed); // expect: warning unordered "luck decides" "relaxed" optional
    if (threadIdx.x == 32) out[0] = relaxed_word.load(cuda::memory_order_relaxed); // expect: warning unordered "luck decides" "relaxed" optional
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_relaxed_count(const int *in, int *out, int n) {
    relaxed_word.fetch_add(n, cuda::memory_order_relaxed);
    if (threadIdx.x == 0) out[0] = relaxed_word.load(cuda::memory_order_relaxed) > 0;
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_relaxed_flag_that_is_waited_for(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        __threadfence();
        relaxed_word.store(1, cuda::memory_order_relaxed);
    } else {
        while (relaxed_word.load(cuda::memory_order_relaxed) == 0) {
        }
        __threadfence();
        out[0] = word;
    }
}
