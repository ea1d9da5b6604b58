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

// ---- a store beside read-modify-writes --------------------------------------------------------------------------------

// The store may come late and wipe out what the others have counted.
// launch: <<<1, 64>>>
extern "C" __global__ void a_count_that_is_reset_late(const int *in, int *out, int n) {
    __shared__ volatile int count;
    int t = threadIdx.x;
    if (t == 0) count = 0; // expect: unordered "`count`" "updated by" "luck decides which value stays" optional
    __nanosleep(1000);
    atomicAdd((int *)&count, n); // expect: unordered "`count`" "written by" "luck decides which value stays"
    __syncthreads();
    out[t] = count;
}

// Whichever of the two comes first.
// launch: <<<1, 64>>>
extern "C" __global__ void a_count_that_is_reset_beside_others(const int *in, int *out, int n) {
    __shared__ volatile int count;
    int t = threadIdx.x;
    if (t == 0) count = 0; else if (t >= 32) atomicAdd((int *)&count, n); // expect: unordered "`count`" "luck decides which value stays"
    __syncthreads();
    out[t] = count;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_count_that_is_reset_before_a_barrier(const int *in, int *out, int n) {
    __shared__ volatile int count;
    int t = threadIdx.x;
    if (t == 0) count = 0;
    __syncthreads();
    atomicAdd((int *)&count, n);
    __syncthreads();
    out[t] = count;
    __syncthreads();
    if (t == 32) count = 0;
}

// Whoever stored goes on counting itself; it is the others that come too early.
// launch: <<<1, 64>>>
extern "C" __global__ void a_count_that_is_reset_by_who_counts(const int *in, int *out, int n) {
    __shared__ volatile int count;
    int t = threadIdx.x;
    if (t == 0) {
        count = 0; // expect: unordered "`count`" optional
        atomicAdd((int *)&count, n);
    }
    __nanosleep(1000);
    if (t == 32) atomicAdd((int *)&count, n); // expect: unordered "`count`" "written by thread (0,0,0)"
}

// launch: <<<2, 32>>>
extern "C" __global__ void a_global_count_that_is_reset_by_one_block(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0)
        *(volatile int *)&sum = 0;
    else
        atomicAdd(&sum, n); // expect: unordered "`sum`" "of block (0,0,0)" "luck decides which value stays"
}

// What the read found is luck: it would have gone on with any other value.
// launch: <<<1, 64>>>
extern "C" __global__ void a_maximum_that_begins_late(const int *in, int *out, int n) {
    __shared__ volatile int best;
    int t = threadIdx.x, mine = in[t] + 1 + t;
    if (t == 0) best = mine; // expect: unordered "`best`" optional
    __nanosleep(1000);
    int seen = atomicAdd((int *)&best, 0);
    while (mine > seen) {
        int found = atomicCAS((int *)&best, seen, mine); // expect: unordered "`best`" "written by" "luck decides"
        if (found == seen) break;
        seen = found;
    }
}

// A loop that counts waits for nothing.
// launch: <<<1, 64>>> n 8
extern "C" __global__ void a_queue_that_is_opened_late(const int *in, int *out, int n) {
    __shared__ volatile int next;
    if (threadIdx.x == 0) next = 0; // expect: unordered "`next`" optional
    __nanosleep(1000);
    int i;
    while ((i = atomicAdd((int *)&next, 1)) < n) out[i] = in[i]; // expect: unordered "`next`" "written by" // expect: race "`out`" optional
}

// launch: <<<1, 64>>> n 8 clean
extern "C" __global__ void a_queue_that_is_opened_in_time(const int *in, int *out, int n) {
    __shared__ volatile int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    int i;
    while ((i = atomicAdd((int *)&next, 1)) < n) out[i] = in[i];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_lock_that_is_opened_by_who_has_it_not(const int *in, int *out, int n) {
    if (threadIdx.x == 32) {
        while (atomicExch(&mutex, 1) != 0) {
        }
        flag = 1;
    } else if (threadIdx.x == 0) {
        while (flag == 0) {
        }
        *(volatile int *)&mutex = 0; // expect: unordered "`mutex`" "updated by thread (32,0,0)" "luck decides which value stays"
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_lock_that_is_handed_over(const int *in, int *out, int n) {
    if (threadIdx.x == 32) {
        while (atomicExch(&mutex, 1) != 0) {
        }
        __threadfence();
        flag = 1;
    } else if (threadIdx.x == 0) {
        while (flag == 0) {
        }
        __threadfence();
        *(volatile int *)&mutex = 0;
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_relaxed_count_that_is_reset_late(const int *in, int *out, int n) {
    if (threadIdx.x == 0) relaxed_word.store(0, cuda::memory_order_relaxed); else if (threadIdx.x == 32) relaxed_word.fetch_add(n, cuda::memory_order_relaxed); // expect: warning unordered "luck decides which value stays" "relaxed"
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_flag_that_an_atomic_polls(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        word = in[9];
        __threadfence();
        flag = 1;
    } else {
        while (atomicAdd((int *)&flag, 0) == 0) {
        }
        __threadfence();
        out[0] = word;
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_flag_that_an_atomic_looks_at_once(const int *in, int *out, int n) {
    if (blockIdx.x == 0)
        flag = n;
    else
        out[0] = atomicAdd((int *)&flag, 0);
}

// The flag is counted on by who has waited for it, twice, and without a fence, which other words would need.
// launch: <<<1, 96>>> clean
extern "C" __global__ void a_flag_that_is_waited_for_and_counted_on(const int *in, int *out, int n) {
    if (threadIdx.x == 0) flag = 1;
    if (threadIdx.x == 32) {
        while (flag == 0) {
        }
        atomicAdd((int *)&flag, n);
        atomicAdd((int *)&flag, n);
    }
    if (threadIdx.x == 64) {
        while (atomicAdd((int *)&flag, 0) == 0) {
        }
        atomicAdd((int *)&flag, n);
        atomicAdd((int *)&flag, n);
    }
}

// launch: <<<3, 96>>> clean
extern "C" __global__ void a_test_and_set_lock_that_a_volatile_store_opens(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicExch(&mutex, 1) != 0) {
    }
    __threadfence();
    word += n;
    __threadfence();
    *(volatile int *)&mutex = 0;
}

// The word itself is in order without any fence.
// launch: <<<3, 96>>> n 3 clean
extern "C" __global__ void a_lock_that_guards_nothing(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < n; i++) {
        while (atomicCAS(&mutex, 0, 1) != 0) {
        }
        *(volatile int *)&mutex = 0;
    }
}

// launch: <<<1, 64>>> n 5 clean
extern "C" __global__ void a_letter_box(const int *in, int *out, int n) {
    if (threadIdx.x % 32 != 0) return;
    for (int i = 1; i <= n; i++)
        if (threadIdx.x == 0) {
            while (turn != 0) {
            }
            turn = i;
        } else {
            int got;
            while ((got = atomicExch((int *)&turn, 0)) == 0) {
            }
            out[i] = got;
        }
}

// CUDA C++ Programming Guide: the last block resets the counter.
// launch: <<<4, 64>>> clean
extern "C" __global__ void the_last_block_resets_a_volatile_counter(const int *in, int *out, int n) {
    __shared__ bool last;
    volatile int *part = out + 1;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc((unsigned *)&sum, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; i++) all += part[i];
        out[0] = all;
        *(volatile int *)&sum = 0;
    }
}

// Another thread of the last block does it, behind the barrier.
// launch: <<<4, 64>>> clean
extern "C" __global__ void another_thread_resets_a_volatile_counter(const int *in, int *out, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) last = atomicAdd(&sum, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 32) *(volatile int *)&sum = 0;
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void the_last_warp_resets_a_volatile_counter(const int *in, int *out, int n) {
    __shared__ volatile int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && atomicAdd((int *)&arrived, 1) == 3) {
        out[0] = n;
        arrived = 0;
    }
}

// launch: <<<1, 128>>>
extern "C" __global__ void the_first_warp_resets_a_volatile_counter(const int *in, int *out, int n) {
    __shared__ volatile int arrived;
    if (threadIdx.x == 0) arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && atomicAdd((int *)&arrived, 1) == 0) { // expect: unordered "`arrived`" "written by" optional
        out[0] = n;
        arrived = 0; // expect: unordered "`arrived`" "updated by" optional
    }
}

// An atomic that adds 0 reads. What another thread stores between the two halves is lost.
// launch: <<<4, 32>>>
extern "C" __global__ void each_block_reads_by_an_atomic_and_stores(const int *in, int *out, int n) {
    if (threadIdx.x == 0) *(volatile int *)&sum = atomicAdd(&sum, 0) + n; // expect: unordered "`sum`" "written by" "volatile"
}

// launch: <<<1, 128>>>
extern "C" __global__ void each_warp_reads_by_an_atomic_and_stores(const int *in, int *out, int n) {
    __shared__ volatile int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        int read = atomicAdd((int *)&count, 0);
        count = read + n; // expect: unordered "`count`" "written by" "volatile"
    }
}

// The value that is read goes to memory, and decides nothing.
// launch: <<<2, 32>>>
extern "C" __global__ void each_block_stores_what_it_read(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    out[blockIdx.x] = atomicAdd(&sum, 0);
    *(volatile int *)&sum = blockIdx.x; // expect: unordered "`sum`" "written by" "volatile"
}

// launch: <<<4, 32>>>
extern "C" __global__ void each_block_reads_by_an_atomic_and_stores_plainly(const int *in, int *out, int n) {
    if (threadIdx.x == 0) sum = atomicAdd(&sum, 0) + n; // expect: race "`sum`" "nothing orders the two blocks"
}

// launch: <<<4, 32>>> clean
extern "C" __global__ void the_block_with_the_last_ticket_reads_and_stores(const int *in, int *out, int n) {
    if (threadIdx.x == 0 && atomicAdd(&sum, n) == 3) *(volatile int *)&sum = atomicAdd(&sum, 0) - 4;
}

// launch: <<<4, 32>>> clean
extern "C" __global__ void one_block_at_a_time_reads_and_stores(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    *(volatile int *)&sum = atomicAdd(&sum, 0) + n;
    __threadfence();
    atomicExch(&mutex, 0);
}

// The turn goes from block to block with the count itself.
// launch: <<<4, 32>>> clean
extern "C" __global__ void each_block_waits_for_its_count_and_stores(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    int read;
    while ((read = atomicAdd(&word, 0)) != (int)blockIdx.x) {}
    *(volatile int *)&word = read + n;
}

__device__ unsigned long long pair;

// The flag is the upper half, and is stored first.
// launch: <<<2, 1>>>
extern "C" __global__ void two_halves_read_as_one(const int *in, int *out, int n) {
    volatile int *half = (volatile int *)&pair;
    if (blockIdx.x == 0) {
        half[1] = n; // expect: race "`pair`" "different sizes" optional
        half[0] = in[7]; // expect: race "`pair`" "different sizes" optional
    } else {
        unsigned long long both;
        while (((both = *(volatile unsigned long long *)&pair) >> 32) == 0) {} // expect: race "`pair`" "different sizes"
        out[0] = (int)both;
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void both_halves_at_once(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        *(volatile unsigned long long *)&pair = (unsigned long long)n << 32 | (unsigned)in[7];
    } else {
        unsigned long long both;
        while (((both = *(volatile unsigned long long *)&pair) >> 32) == 0) {}
        out[0] = (int)both;
    }
}

// ---- a value that is only checked, with fences -----------------------------------------------------------------------

__device__ volatile int flags[64];
__device__ int boxes[64];

// launch: <<<2, 64>>> clean
extern "C" __global__ void a_block_polls_by_a_barrier_that_counts(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        boxes[t] = in[t];
        __threadfence();
        __syncthreads();
        if (t == 0) flags[0] = n;
        return;
    }
    bool up;
    do {
        up = false;
        if (t == 0) {
            up = flags[0] != 0;
            __threadfence();
        }
    } while (!__syncthreads_or(up));
    out[t] = boxes[63 - t];
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void one_polls_and_tells_the_block(const int *in, int *out, int n) {
    __shared__ int told;
    int t = threadIdx.x, up;
    if (blockIdx.x == 0) {
        boxes[t] = in[t];
        __threadfence();
        __syncthreads();
        if (t == 0) flags[0] = n;
        return;
    }
    do {
        if (t == 0) {
            told = flags[0];
            __threadfence();
        }
        __syncthreads();
        up = told;
        __syncthreads();
    } while (up == 0);
    out[t] = boxes[63 - t];
}

// launch: <<<1, 256>>> clean
extern "C" __global__ void one_counts_flags_until_all_are_up(const int *in, int *out, int n) {
    int warp = threadIdx.x / 32, sum = 0, up;
    if (threadIdx.x % 32 != 0) return;
    boxes[warp] = in[warp];
    __threadfence();
    flags[warp] = n;
    if (warp != 3) return;
    do {
        up = 0;
#pragma unroll 1
        for (int i = 0; i < 8; i++) up += flags[i];
    } while (up < 8);
    __threadfence();
    for (int i = 0; i < 8; i++) sum += boxes[i];
    out[0] = sum;
}

// The count goes into the output: it is whatever luck gave.
// launch: <<<1, 256>>>
extern "C" __global__ void one_counts_flags_once(const int *in, int *out, int n) {
    int warp = threadIdx.x / 32, up = 0;
    if (threadIdx.x % 32 != 0) return;
    boxes[warp] = in[warp];
    __threadfence();
    flags[warp] = n; // expect: unordered "`flags`" optional
    if (warp != 3) return;
    for (int i = 0; i < 8; i++) up += flags[i]; // expect: unordered "`flags`" "luck decides"
    out[0] = up;
}

// Looked at once before the lock, and once more inside.
// launch: <<<4, 32>>> clean
extern "C" __global__ void the_first_block_that_comes_makes_it(const int *in, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (flags[0] == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) {}
        __threadfence();
        if (flags[0] == 0) {
            boxes[0] = in[5];
            __threadfence();
            flags[0] = n;
        }
        __threadfence();
        atomicExch(&mutex, 0);
    }
    __threadfence();
    out[blockIdx.x] = boxes[0];
}

// Dekker's way to enter: at most one of the two finds the other's flag down.
// launch: <<<2, 1>>> clean
extern "C" __global__ void at_most_one_enters(const int *in, int *out, int n) {
    flags[blockIdx.x] = n;
    __threadfence();
    if (flags[1 - blockIdx.x] == 0) boxes[0] += in[1];
}

// Nobody but the third waits, and which of two values it finds is luck.
// launch: <<<1, 96>>>
extern "C" __global__ void two_that_set_a_flag_and_do_not_wait(const int *in, int *out, int n) {
    int found;
    if (threadIdx.x == 0) {
        flags[0] = 1;
        return;
    }
    if (threadIdx.x == 32) {
        flags[0] = 2; // expect: unordered "`flags`" "written by"
        return;
    }
    if (threadIdx.x == 64) {
        while ((found = flags[0]) == 0) {}
        out[0] = found;
    }
}

// The same on one way through the kernel: no thread that stores comes to the loop.
// launch: <<<1, 96>>>
extern "C" __global__ void two_that_set_a_flag_on_the_way_of_a_third(const int *in, int *out, int n) {
    int t = threadIdx.x, found;
    if (t == 0) flags[0] = 1;
    if (t == 32) flags[0] = 2; // expect: unordered "`flags`" "written by"
    if (t == 64) {
        while ((found = flags[0]) == 0) {}
        out[0] = found;
    }
}

// launch: <<<1, 128>>>
extern "C" __global__ void two_warps_that_set_a_flag_on_the_way_of_others(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t < 32) flags[0] = 1;
    if (t >= 32 && t < 64) flags[0] = 2; // expect: unordered "`flags`" "written by"
    if (t >= 64) {
        while (flags[0] != 2) {}
        out[t] = in[t];
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void two_blocks_that_set_a_flag_on_the_way_of_a_third(const int *in, int *out, int n) {
    int found;
    if (blockIdx.x == 0) flags[0] = 1;
    if (blockIdx.x == 1) flags[0] = 2; // expect: unordered "`flags`" "written by"
    if (blockIdx.x == 2) {
        while ((found = flags[0]) == 0) {}
        out[0] = found;
    }
}

// launch: <<<1, 96>>> clean
extern "C" __global__ void two_that_set_a_flag_to_one_value_on_the_way_of_a_third(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t == 0) flags[0] = 1;
    if (t == 32) flags[0] = 1;
    if (t == 64) {
        while (flags[0] == 0) {}
        out[0] = in[0];
    }
}

// launch: <<<1, 96>>> clean
extern "C" __global__ void one_that_waits_before_it_sets_the_flag_again(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t == 0) flags[0] = 1;
    if (t == 32) {
        while (flags[0] != 1) {}
        flags[0] = 2;
    }
    if (t == 64) {
        while (flags[0] != 2) {}
        out[0] = in[0];
    }
}

// Each of the two waits, as in Peterson's lock, for what the other stores last.
// launch: <<<1, 64>>> clean
extern "C" __global__ void two_that_set_a_flag_and_wait_on_one_way(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (t == 0) flags[0] = 1;
    if (t == 32) flags[0] = 2;
    if (t == 0 || t == 32) flags[1 + t / 32] = 1;
    if (t == 0)
        while (flags[2] == 1 && flags[0] == 1) {}
    if (t == 0) flags[1] = 0;
    if (t == 32)
        while (flags[1] == 1 && flags[0] == 2) {}
    if (t == 32) flags[2] = 0;
    out[t] = in[t];
}

#ifndef __clang__
// A byte that is atomic is made of atomics on its word.
// launch: <<<4, 32>>> nvrtc clean
extern "C" __global__ void bytes_that_are_atomic(const int *in, int *out, int n) {
    __shared__ cuda::atomic<char, cuda::thread_scope_block> bytes[4];
    if (threadIdx.x < 4) bytes[threadIdx.x].store(0, cuda::memory_order_relaxed);
    __syncthreads();
    bytes[threadIdx.x % 4].fetch_add(1, cuda::memory_order_relaxed);
    while (bytes[threadIdx.x % 4].load(cuda::memory_order_acquire) < 8) {}
    if (blockIdx.x == 0) out[threadIdx.x] = in[threadIdx.x];
}
#endif
