// What goes wrong only while several blocks run, found in random order, each beside the nearest kernel that is right.

__device__ int mutex, total;

// launch: <<<4, 32>>> clean
extern "C" __global__ void a_lock_between_blocks(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) continue;
        __threadfence();
        total += in[blockIdx.x];
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

// launch: <<<4, 32>>> random
extern "C" __global__ void a_lock_that_is_taken_without_a_look(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        while (atomicAdd(&mutex, 0) != 0) continue;
        atomicExch(&mutex, 1);
        __threadfence();
        total += in[blockIdx.x]; // expect: race "`total`" "nothing orders the two blocks"
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

// launch: <<<4, 32>>> random
extern "C" __global__ void a_lock_that_is_tried_a_hundred_times(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        for (int i = 0; i < 100; i++)
            if (atomicCAS(&mutex, 0, 1) == 0) break;
        __threadfence();
        total += in[blockIdx.x]; // expect: race "`total`" "nothing orders the two blocks"
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

// launch: <<<4, 32>>> clean
extern "C" __global__ void a_lock_that_is_tried_a_hundred_times_or_left(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        bool taken = false;
        for (int i = 0; i < 100 && !taken; i++) taken = atomicCAS(&mutex, 0, 1) == 0;
        if (!taken) return;
        __threadfence();
        total += in[blockIdx.x];
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

// launch: <<<4, 32>>> random
extern "C" __global__ void a_loop_while_the_lock_was_got(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) == 0) continue;
        __threadfence();
        total += in[blockIdx.x]; // expect: race "`total`" "nothing orders the two blocks"
        __threadfence();
        atomicExch(&mutex, 0);
    }
}

__device__ int first_lock, second_lock;

// launch: <<<2, 32>>> random
extern "C" __global__ void two_locks_in_either_order(const int *in, int *out, int n) {
    int *locks[2] = {&first_lock, &second_lock};
    if (threadIdx.x == 0) {
        while (atomicCAS(locks[blockIdx.x], 0, 1) != 0) continue;
        while (atomicCAS(locks[1 - blockIdx.x], 0, 1) != 0) continue; // expect: deadlock "every other block waits as well"
        __threadfence();
        total += in[blockIdx.x];
        __threadfence();
        atomicExch(&first_lock, 0);
        atomicExch(&second_lock, 0);
    }
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void two_locks_in_one_order(const int *in, int *out, int n) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&first_lock, 0, 1) != 0) continue;
        while (atomicCAS(&second_lock, 0, 1) != 0) continue;
        __threadfence();
        total += in[blockIdx.x];
        __threadfence();
        atomicExch(&first_lock, 0);
        atomicExch(&second_lock, 0);
    }
}

// Eight blocks run at the same time, and so those behind them begin later.
// launch: <<<40, 64>>> clean
extern "C" __global__ void the_last_of_many_blocks_adds(const int *in, int *out, int n) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        is_last = atomicAdd(&total, 1) == 39;
    }
    __syncthreads();
    if (!is_last || threadIdx.x != 0) return;
    __threadfence();
    int sum = 0;
    for (int i = 0; i < 40; i++) sum += out[i];
    out[64] = sum;
}

__device__ volatile int head, ring[4];

// launch: <<<2, 1>>> n 20 random
extern "C" __global__ void a_ring_that_overruns(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; i++) {
            __threadfence();
            ring[i % 4] = in[i]; // expect: unordered "`ring`" optional
            __threadfence();
            head = i + 1;
        }
    } else {
        for (int i = 0; i < n; i++) {
            while (head <= i) continue;
            __threadfence();
            out[i] = ring[i % 4]; // expect: unordered "`ring`" optional
        }
    }
}

// launch: <<<2, 1>>> n 4 clean
extern "C" __global__ void a_ring_that_is_long_enough(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; i++) {
            __threadfence();
            ring[i % 4] = in[i];
            __threadfence();
            head = i + 1;
        }
    } else {
        for (int i = 0; i < n; i++) {
            while (head <= i) continue;
            __threadfence();
            out[i] = ring[i % 4];
        }
    }
}

__device__ volatile int known[4], sums[4];

// launch: <<<4, 32>>> clean
extern "C" __global__ void a_sum_before_its_flag(const int *in, int *out, int n) {
    int block = blockIdx.x, sum = in[block];
    if (threadIdx.x != 0) return;
    if (block > 0) {
        while (known[block - 1] == 0) continue;
        __threadfence();
        sum += sums[block - 1];
    }
    sums[block] = sum;
    __threadfence();
    known[block] = 1;
}

// launch: <<<4, 32>>> random
extern "C" __global__ void a_flag_before_its_sum(const int *in, int *out, int n) {
    int block = blockIdx.x, sum = in[block];
    if (threadIdx.x != 0) return;
    if (block > 0) {
        while (known[block - 1] == 0) continue;
        __threadfence();
        sum += sums[block - 1]; // expect: unordered "`sums`" optional
    }
    known[block] = 1;
    __threadfence();
    sums[block] = sum; // expect: unordered "`sums`" optional
    __threadfence();
    known[block] = 2;
}

// Each block lowers its own flag, and the next one may look at it before that.
// launch: <<<4, 32>>> random
extern "C" __global__ void a_flag_that_is_lowered_too_late(const int *in, int *out, int n) {
    int block = blockIdx.x, sum = in[block];
    volatile int *raised = out + 128;
    if (threadIdx.x != 0) return;
    raised[block] = 0;
    if (block > 0) {
        while (raised[block - 1] == 0) continue; // expect: warning uninitialised "`out`" optional
        __threadfence();
        sum += sums[block - 1]; // expect: unordered "`sums`" optional
    }
    sums[block] = sum; // expect: unordered "`sums`" optional
    __threadfence();
    raised[block] = 1;
}
