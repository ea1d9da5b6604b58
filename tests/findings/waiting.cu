// Loops that wait for others: those that nobody can end, and the nearest ones that somebody does.

// launch: <<<1, 64>>>
extern "C" __global__ void one_warp_spins_while_the_other_is_at_a_barrier(const int *in, int *out, int n) {
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t >= 32)
        while (flag == 0) { // expect: deadlock "thread (32,0,0) reads `flag`, element 0" "1 warp waits at the barrier at line 12"
        }
    __syncthreads();
    if (t == 0) flag = 1;
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void the_other_sets_the_flag_before_its_barrier(const int *in, int *out, int n) {
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t < 32) {
        int sum = 0;
#pragma unroll 1
        for (int i = 0; i < 20000; i++) sum ^= in[(sum + i) % 64];
        if (t == 0) flag = 1 + (sum & 1);
    } else {
        while (flag == 0) {
        }
    }
    __syncthreads();
    out[t] = in[t];
}

// launch: <<<1, 96>>>
extern "C" __global__ void a_lock_that_nobody_releases(const int *in, int *out, int n) {
    __shared__ int lock;
    int t = threadIdx.x;
    if (t == 0) lock = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { // expect: deadlock "tries `lock`, element 0" "the other warp that still runs"
        }
        out[t / 32] = t;
    }
}

// launch: <<<1, 96>>> clean
extern "C" __global__ void a_lock_that_each_releases(const int *in, int *out, int n) {
    __shared__ int lock, sum;
    int t = threadIdx.x;
    if (t == 0) lock = sum = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        sum += t;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[t] = sum;
}

// launch: <<<1, 128>>> clean
extern "C" __global__ void a_lock_with_growing_pauses(const int *in, int *out, int n) {
    __shared__ int lock, sum;
    int t = threadIdx.x;
    if (t == 0) lock = sum = 0;
    __syncthreads();
    if (t % 32 == 0) {
        unsigned pause = 8;
        while (atomicCAS(&lock, 0, 1) != 0) {
            __nanosleep(pause);
            if (pause < 256) pause *= 2;
        }
        int kept = 0;
#pragma unroll 1
        for (int i = 0; i < 30000; i++) kept ^= in[(kept + i) % 64]; // the others spin for long
        __threadfence_block();
        sum += 1 + (kept < 0);
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[t] = sum;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void a_wait_by_the_clock(const int *in, int *out, int n) {
    long long start = clock64();
    while (clock64() - start < 200000) {
    }
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_wait_that_counts_its_tries(const int *in, int *out, int n) {
    __shared__ volatile int flag;
    int t = threadIdx.x, tries = 0;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t >= 32)
        while (flag == 0 && tries < 100000) tries++;
    __syncthreads();
    out[t] = tries;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void pauses_between_two_looks(const int *in, int *out, int n) {
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 32) {
        int kept = 0;
#pragma unroll 1
        for (int i = 0; i < 60000; i++) kept ^= in[(kept + i) % 64];
        flag = 1 + (kept < 0);
    }
    if (t < 32)
        while (flag == 0) __nanosleep(100);
    out[t] = in[t];
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void ping_and_pong(const int *in, int *out, int n) {
    __shared__ volatile int turn;
    int t = threadIdx.x, seen = 0;
    if (t == 0) turn = 0;
    __syncthreads();
    if (t % 32 == 0)
        for (int i = 0; i < 3000; i++) {
            while (turn != t / 32) {
            }
            seen++;
            turn = 1 - t / 32;
        }
    out[t] = seen;
}

// launch: <<<1, 64>>>
extern "C" __global__ void each_waits_for_the_other_s_flag(const int *in, int *out, int n) {
    __shared__ volatile int ready[2];
    int t = threadIdx.x, warp = t / 32;
    if (t < 2) ready[t] = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (ready[1 - warp] == 0) { // expect: deadlock "thread (0,0,0) reads `ready`, element 1" "the other warp that still runs"
        }
        ready[warp] = 1;
    }
    out[t] = in[t];
}

// launch: <<<1, 64>>>
extern "C" __global__ void a_flag_of_an_earlier_launch(const int *in, int *out, int n) {
    volatile const int *flag = in;
    while (flag[3] == 3) { // expect: deadlock "reads `in`, element 3" "nobody is left"
    }
    out[threadIdx.x] = 1;
}

__device__ int turn_of_blocks;

// launch: <<<3, 32>>> clean
extern "C" __global__ void each_block_waits_for_the_one_before(const int *in, int *out, int n) {
    volatile int *turn = &turn_of_blocks;
    if (threadIdx.x == 0) {
        while (*turn != (int)blockIdx.x) {
        }
        __threadfence();
        *turn = blockIdx.x + 1;
    }
    out[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
}

__device__ int never_raised;

// launch: <<<3, 32>>>
extern "C" __global__ void the_last_block_waits_for_a_flag_that_none_sets(const int *in, int *out, int n) {
    volatile int *flag = &never_raised;
    if (blockIdx.x == 2 && threadIdx.x == 0)
        while (*flag == 0) { // expect: deadlock "`never_raised`, element 0" "all other blocks have ended"
        }
    out[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
}

__device__ unsigned int blocks_done;

// launch: <<<4, 64>>> clean
extern "C" __global__ void the_last_block_adds_up(const int *in, int *out, int n) {
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) out[128 + blockIdx.x] = in[blockIdx.x];
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += ((volatile int *)out)[128 + i];
        out[0] = sum;
    }
}

// launch: <<<1, 32>>>
extern "C" __global__ void the_flag_is_read_once_before_the_loop(const int *in, int *out, int n) {
    int first = in[threadIdx.x];
    while (first >= 0) asm volatile("" ::: ); // expect: budget "reads no memory anew that another thread could write"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>> budget 100000
extern "C" __global__ void a_loop_that_counts_for_ever(const int *in, int *out, int n) {
    volatile int *place = out + threadIdx.x;
    *place = 0;
    while (*place >= 0)
        *place = (*place + 1) & 0xffff; // expect: budget "loop here (lines 221 to 222)" "never ends"
}

__device__ int raised_by_the_last;

// launch: <<<3, 32>>>
extern "C" __global__ void the_first_block_waits_for_the_last(const int *in, int *out, int n) {
    volatile int *flag = &raised_by_the_last;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (*flag == 0) { // expect: budget "block (0,0,0) reads `raised_by_the_last`" "none may wait for a later one"
        }
    if (blockIdx.x == 2) *flag = 1;
    out[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x];
}

__device__ int is_known[4];

// launch: <<<4, 32>>> clean
extern "C" __global__ void each_block_adds_what_the_one_before_left(const int *in, int *out, int n) {
    int t = threadIdx.x, block = blockIdx.x, sum = in[block];
    volatile int *sums = out + 128, *known = is_known; // decoupled look-back
    if (t == 0) {
        if (block > 0) {
            while (known[block - 1] == 0) {
            }
            __threadfence();
            sum += sums[block - 1];
        }
        sums[block] = sum;
        __threadfence();
        known[block] = 1;
    }
    out[block * 32 + t] = in[t];
}

// launch: <<<1, 32>>>
extern "C" __global__ void one_lane_waits_and_the_rest_of_its_warp_for_it(const int *in, int *out, int n) {
    __shared__ volatile int flag;
    int t = threadIdx.x;
    flag = 0;
    if (t == 0)
        while (flag == 0) { // expect: deadlock "thread (0,0,0) reads `flag`, element 0" "other threads of its warp"
        }
    __syncthreads();
    if (t == 1) flag = 1;
    out[t] = in[t];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void only_memory_moves_on(const int *in, int *out, int n) {
    __shared__ unsigned int word;
    volatile unsigned char *bytes = (volatile unsigned char *)&word;
    int t = threadIdx.x;
    if (t == 0) word = 0;
    __syncthreads();
    if (t == 0)
        while (bytes[2] < 4) // shows the same for 65,536 rounds
            asm volatile("red.add.u32 [%0], 1;" ::"l"(&word) : "memory");
    __syncthreads();
    out[t] = word;
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void only_memory_moves_on_by_an_atomic(const int *in, int *out, int n) {
    __shared__ unsigned int word;
    volatile unsigned char *bytes = (volatile unsigned char *)&word;
    int t = threadIdx.x;
    if (t == 0) word = 0;
    __syncthreads();
    if (t == 0)
        while (bytes[2] < 4) atomicAdd(&word, 1);
    __syncthreads();
    out[t] = word;
}

// launch: <<<1, 32>>> budget 400000
extern "C" __global__ void the_clock_moves_on_slowly(const int *in, int *out, int n) {
    unsigned int first, now;
    asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(first));
    do asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(now)); // expect: budget "has executed more than 400,000"
    while (now == first);
    out[threadIdx.x] = in[threadIdx.x];
}

// launch: <<<1, 64>>> budget 600000
extern "C" __global__ void a_flag_that_is_seldom_up(const int *in, int *out, int n) {
    __shared__ volatile int beat, stop;
    int t = threadIdx.x;
    if (t == 0) beat = stop = 0;
    __syncthreads();
    if (t == 0)
        // What is written here may be seen on a GPU.
        for (int i = 0; stop == 0; i++) { if (i > 100) { beat = 1; beat = 0; } } // expect: budget "more than 600,000"
    if (t == 32) {
        while (beat == 0) {
        }
        stop = 1;
    }
    __syncthreads();
    out[t] = in[t];
}

// ---- which of the words that a loop reads is waited for --------------------------------------------------------------

__device__ volatile int ring_head, ring_tail;

// launch: <<<2, 1>>> n 9
extern "C" __global__ void a_ring_between_blocks_waits_for_its_tail(const int *in, int *out, int n) {
    if (blockIdx.x == 0)
        for (int i = 0; i < n; i++) {
            while (ring_head - ring_tail == 4) { // expect: budget "thread (0,0,0) of block (0,0,0) reads `ring_tail`, element 0, in a loop until it changes" "no block before has changed it"
            }
            ring_head = i + 1;
        }
    else
        for (int i = 0; i < n; i++) {
            while (ring_head <= i) {
            }
            ring_tail = i + 1;
        }
}

// The consumer takes two and ends.
// launch: <<<1, 64>>> n 9
extern "C" __global__ void a_ring_of_two_warps_waits_for_its_tail(const int *in, int *out, int n) {
    __shared__ volatile int head, tail;
    if (threadIdx.x == 0) head = 0;
    if (threadIdx.x == 32) tail = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) {
            while (head - tail == 4) { // expect: deadlock "thread (0,0,0) reads `tail`, element 0, in a loop until it changes" "nobody is left who could change it"
            }
            head = i + 1;
        }
    if (threadIdx.x == 32)
        for (int i = 0; i < 2; i++) {
            while (head <= i) {
            }
            tail = i + 1;
        }
}

// launch: <<<1, 64>>> n 9 clean
extern "C" __global__ void a_ring_of_two_warps(const int *in, int *out, int n) {
    __shared__ volatile int head, tail;
    if (threadIdx.x == 0) head = 0;
    if (threadIdx.x == 32) tail = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) {
            while (head - tail == 4) {
            }
            head = i + 1;
        }
    if (threadIdx.x == 32)
        for (int i = 0; i < n; i++) {
            while (head <= i) {
            }
            tail = i + 1;
        }
}

// Another thread has written both.
// launch: <<<1, 64>>>
extern "C" __global__ void either_of_two_words_of_others(const int *in, int *out, int n) {
    __shared__ volatile int first, second;
    if (threadIdx.x == 32) first = second = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (first + second == 0) { // expect: deadlock "thread (0,0,0) reads `" "`, element 0, and `" "in a loop until one of them changes, and nobody is left who could change them:"
        }
}

// The waiting thread has written both.
// launch: <<<1, 64>>>
extern "C" __global__ void either_of_two_words_of_its_own(const int *in, int *out, int n) {
    __shared__ volatile int first, second;
    if (threadIdx.x == 0) first = second = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (first + second == 0) { // expect: deadlock "thread (0,0,0) reads `" "`, element 0, and `" "in a loop until one of them changes, and nobody is left who could change them:"
        }
}

// A lock that somebody holds, and a word that says that nobody wants it any more.
// launch: <<<1, 64>>>
extern "C" __global__ void a_lock_or_a_flag(const int *in, int *out, int n) {
    __shared__ int lock;
    __shared__ volatile int gone;
    if (threadIdx.x == 32) lock = 1, gone = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (gone == 0 && atomicCAS(&lock, 0, 1) != 0) { // expect: deadlock "reads `gone`, element 0, " "tries `lock`, element 0, " "in a loop until one of them changes"
        }
}
