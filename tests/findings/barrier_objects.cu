// Barrier objects (mbarrier), which cuda::barrier is made of: one thread makes one, arrivals end a phase.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

__device__ static void wait_for(__mbarrier_t *barrier, __mbarrier_token_t token) {
    while (!__mbarrier_test_wait(barrier, token)) {}
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void arrive_and_wait(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    wait_for(&barrier, __mbarrier_arrive(&barrier));
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 64>>> n 3 clean
extern "C" __global__ void several_phases(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++) {
        tile[threadIdx.x] = in[threadIdx.x] + i;
        wait_for(&barrier, __mbarrier_arrive(&barrier));
        sum += tile[63 - threadIdx.x];
        wait_for(&barrier, __mbarrier_arrive(&barrier));
    }
    out[threadIdx.x] = sum;
}

// One warp makes what the other one needs.
// launch: <<<1, 64>>> clean
extern "C" __global__ void producer_and_consumer(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&full, 64);
    __syncthreads();
    if (threadIdx.x >= 32) tile[threadIdx.x - 32] = in[threadIdx.x];
    __mbarrier_token_t token = __mbarrier_arrive(&full);
    if (threadIdx.x < 32) {
        wait_for(&full, token);
        out[threadIdx.x] = tile[31 - threadIdx.x];
    }
}

// launch: <<<1, 64>>>
extern "C" __global__ void arrive_without_wait(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x]; // expect: race "`tile`, element" "read by thread"
    __mbarrier_arrive(&barrier);
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "written by thread"
}

// The first thread alone waits, and the others go on.
// launch: <<<1, 64>>>
extern "C" __global__ void one_waits_for_all(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x]; // expect: race "`tile`, element" "read by thread" optional
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    if (threadIdx.x == 0) wait_for(&barrier, token);
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "written by thread"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void one_waits_and_tells_the_others(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    if (threadIdx.x == 0) wait_for(&barrier, token);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// What a thread does after its arrival is not ordered by the phase that the arrival was for.
// launch: <<<1, 64>>>
extern "C" __global__ void written_after_the_arrival(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&full, 64);
    if (threadIdx.x < 32) tile[threadIdx.x] = 0;
    __syncthreads();
    __mbarrier_token_t token = __mbarrier_arrive(&full);
    if (threadIdx.x >= 32) {
        tile[threadIdx.x - 32] = in[threadIdx.x]; // expect: race "`tile`, element" "thread (32,0,0)" optional
    } else {
        wait_for(&full, token);
        out[threadIdx.x] = tile[threadIdx.x]; // expect: race "`tile`, element 0" "thread (32,0,0)" optional
        __nanosleep(1000);
        out[threadIdx.x] += tile[threadIdx.x]; // expect: race "`tile`, element 0" "thread (32,0,0)"
    }
}

// The consumer's arrival at a second object tells the producer that the tile is free.
// launch: <<<1, 64>>> clean
extern "C" __global__ void full_and_empty(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full, empty;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&full, 64), __mbarrier_init(&empty, 64);
    __syncthreads();
    int sum = 0;
    for (int turn = 0; turn < 3; turn++) {
        if (threadIdx.x < 32) {
            wait_for(&empty, __mbarrier_arrive(&empty));
            tile[threadIdx.x] = in[turn + threadIdx.x];
            __mbarrier_arrive(&full);
        } else {
            __mbarrier_arrive(&empty);
            wait_for(&full, __mbarrier_arrive(&full));
            sum += tile[63 - threadIdx.x];
        }
    }
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void full_without_empty(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&full, 64);
    __syncthreads();
    int sum = 0;
    for (int turn = 0; turn < 3; turn++) {
        if (threadIdx.x < 32) {
            tile[threadIdx.x] = in[turn + threadIdx.x]; // expect: race "`tile`, element" "read by thread"
            wait_for(&full, __mbarrier_arrive(&full));
        } else {
            wait_for(&full, __mbarrier_arrive(&full));
            sum += tile[63 - threadIdx.x]; // expect: race "`tile`, element" "written by thread" optional
        }
    }
    out[threadIdx.x] = sum;
}

// launch: <<<1, 64>>>
extern "C" __global__ void copies_of_which_nobody_waits(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_arrive_on(&barrier);
    __mbarrier_arrive(&barrier);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; // expect: race "`tile`, element" "copies to it with cp.async" "a wait at the barrier that tracks the copy"
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void copies_for_which_one_thread_waits(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_arrive_on(&barrier);
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    if (threadIdx.x == 40) wait_for(&barrier, token);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch: <<<1, 32>>> clean
extern "C" __global__ void copies_tracked_by_a_barrier(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 32);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_arrive_on(&barrier);
    wait_for(&barrier, __mbarrier_arrive(&barrier));
    out[threadIdx.x] = tile[31 - threadIdx.x];
}

// launch: <<<1, 32>>>
extern "C" __global__ void copies_read_before_the_barrier(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[32];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 33);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_arrive_on(&barrier);
    __mbarrier_arrive(&barrier);
    out[threadIdx.x] = tile[threadIdx.x]; // expect: race "`tile`, element 0" "copies to it with cp.async" "before the copy was waited for"
}

// launch: <<<1, 32>>>
extern "C" __global__ void barrier_without_init(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    wait_for(&barrier, __mbarrier_arrive(&barrier)); // expect: barrier "`barrier`" "was not initialised"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>>
extern "C" __global__ void nobody_else_arrives(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 33);
    __syncthreads();
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {} // expect: deadlock "reads `barrier`" "nobody is left"
    out[threadIdx.x] = 1;
}

#define TRY_WAIT "{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}"

// The phase that all arrive in is phase 0: to wait for parity 0 waits until it is over.
// launch: <<<1, 64>>> clean
extern "C" __global__ void waits_for_the_parity_of_the_phase(const int *in, int *out, int n) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), done;
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
    __syncthreads();
    tile[t] = in[t];
    asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" ::"r"(at) : "memory");
    do {
        asm volatile(TRY_WAIT : "=r"(done) : "r"(at), "n"(0) : "memory");
    } while (!done);
    out[t] = tile[63 - t];
}

// Parity 1 is that of the phase before, which counts as over: the first warp goes on at once. When all have arrived it
// is that of a phase in which nobody arrives.
// launch: <<<1, 64>>>
extern "C" __global__ void waits_for_the_other_parity(const int *in, int *out, int n) {
    __shared__ unsigned long long barrier;
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), done;
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
    __syncthreads();
    asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" ::"r"(at) : "memory");
    do {
        asm volatile(TRY_WAIT : "=r"(done) : "r"(at), "n"(1) : "memory"); // expect: deadlock "reads `barrier`" "nobody is left"
    } while (!done);
    out[t] = in[t];
}

// Made by one thread, and used by the others before they know of it.
// launch: <<<1, 64>>>
extern "C" __global__ void nobody_waits_until_it_is_made(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncwarp();
    __mbarrier_token_t token = __mbarrier_arrive(&barrier); // expect: race "`barrier`" "written by thread (0,0,0)"
    while (!__mbarrier_test_wait(&barrier, token)) {} // expect: race "`barrier`" "no __syncthreads()"
    out[threadIdx.x] = 1;
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void unmade_when_all_are_done(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    for (int turn = 0; turn < 2; turn++) {
        if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
        __syncthreads();
        wait_for(&barrier, __mbarrier_arrive(&barrier));
        __syncthreads();
        if (threadIdx.x == 0) __mbarrier_inval(&barrier);
    }
    out[threadIdx.x] = 1;
}

// A fence, then a barrier object, then another thread's write of the flag: of two fence.sc, one comes first.
__device__ int posted[64];
__device__ unsigned ready;

__device__ static void take_posted(int *out) {
    if (threadIdx.x == 0) {
        while (atomicAdd(&ready, 0) == 0) {}
        __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = posted[63 - threadIdx.x];
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void each_fences_and_one_posts(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        take_posted(out);
        return;
    }
    posted[threadIdx.x] = in[threadIdx.x];
    __threadfence();
    wait_for(&barrier, __mbarrier_arrive(&barrier));
    if (threadIdx.x == 0) atomicExch(&ready, 1);
}

// The thread that posts has a fence of its own, too.
// launch: <<<2, 64>>> clean
extern "C" __global__ void each_fences_twice_and_one_posts(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        take_posted(out);
        return;
    }
    posted[threadIdx.x] = 0;
    __threadfence();
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    __syncthreads();
    posted[63 - threadIdx.x] = in[threadIdx.x];
    __threadfence();
    __syncthreads();
    wait_for(&barrier, token);
    if (threadIdx.x == 0) atomicExch(&ready, 1);
}

// launch: <<<2, 64>>> clean
extern "C" __global__ void one_polls_and_each_fences(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0)
            while (atomicAdd(&ready, 0) == 0) {}
        wait_for(&barrier, __mbarrier_arrive(&barrier));
        __threadfence();
        out[threadIdx.x] = posted[63 - threadIdx.x];
        return;
    }
    posted[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) atomicExch(&ready, 1);
}

// launch: <<<2, 64>>>
extern "C" __global__ void each_fences_for_its_block_and_one_posts(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&ready, 0) == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[threadIdx.x] = posted[63 - threadIdx.x]; // expect: race "`posted`, element" "of block (0,0,0)" "nothing orders the two blocks"
        return;
    }
    posted[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    wait_for(&barrier, __mbarrier_arrive(&barrier));
    if (threadIdx.x == 0) atomicExch(&ready, 1);
}

// launch: <<<2, 64>>>
extern "C" __global__ void only_the_one_that_posts_had_fenced(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&ready, 0) == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[threadIdx.x] = posted[63 - threadIdx.x]; // expect: race "`posted`, element" "of block (0,0,0)" "nothing orders the two blocks"
        return;
    }
    posted[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0) __threadfence();
    wait_for(&barrier, __mbarrier_arrive(&barrier));
    if (threadIdx.x == 0) atomicExch(&ready, 1);
}

// launch: <<<2, 64>>>
extern "C" __global__ void one_posts_before_it_waited(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
    __syncthreads();
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0) {
            while (atomicAdd(&ready, 0) == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[threadIdx.x] = posted[63 - threadIdx.x]; // expect: race "`posted`, element" "of block (0,0,0)" "nothing orders the two blocks"
        return;
    }
    posted[threadIdx.x] = in[threadIdx.x];
    __threadfence();
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    if (threadIdx.x == 0) atomicExch(&ready, 1);
    wait_for(&barrier, token);
}

// launch: <<<1, 64>>>
extern "C" __global__ void made_for_fewer_than_arrive(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 32);
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    __mbarrier_token_t token = __mbarrier_arrive(&barrier); // expect: barrier "`barrier`" "nothing keeps it from coming before"
    wait_for(&barrier, token);
    out[threadIdx.x] = 1;
}

// launch: <<<1, 32>>>
extern "C" __global__ void made_for_half_of_the_warp(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 16);
    __syncthreads();
    wait_for(&barrier, __mbarrier_arrive(&barrier)); // expect: barrier "thread (16,0,0) arrives" "before thread (0,0,0)"
    out[threadIdx.x] = in[threadIdx.x];
}

// Each half arrives in a phase of its own, in order.
// launch: <<<1, 64>>> clean
extern "C" __global__ void the_second_warp_arrives_in_the_next_phase(const int *in, int *out, int n) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, 32);
    __syncthreads();
    if (threadIdx.x < 32) {
        __mbarrier_arrive(&barrier);
    }
    __syncthreads();
    if (threadIdx.x >= 32) wait_for(&barrier, __mbarrier_arrive(&barrier));
    out[threadIdx.x] = in[threadIdx.x];
}

// One warp fills two places in turn, the other empties them: neither arrives twice before the other did.
// launch: <<<1, 64>>> n 8 clean
extern "C" __global__ void a_ring_of_two_places(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full[2], empty[2];
    __shared__ int place[2][32];
    if (threadIdx.x == 0)
        for (int i = 0; i < 2; i++) {
            __mbarrier_init(&full[i], 64);
            __mbarrier_init(&empty[i], 64);
        }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int k = 0; k < n; k++) {
            wait_for(&empty[k % 2], __mbarrier_arrive(&empty[k % 2]));
            place[k % 2][threadIdx.x] = in[threadIdx.x] + k;
            __mbarrier_arrive(&full[k % 2]);
        }
        return;
    }
    int sum = 0;
    __mbarrier_arrive(&empty[0]);
    __mbarrier_arrive(&empty[1]);
    for (int k = 0; k < n; k++) {
        wait_for(&full[k % 2], __mbarrier_arrive(&full[k % 2]));
        sum += place[k % 2][63 - threadIdx.x];
        __mbarrier_arrive(&empty[k % 2]);
    }
    out[threadIdx.x] = sum;
}

// The one that fills does not wait for the place to be empty.
// launch: <<<1, 64>>> n 8
extern "C" __global__ void a_ring_that_is_filled_without_waiting(const int *in, int *out, int n) {
    __shared__ __mbarrier_t full;
    __shared__ int place[32];
    if (threadIdx.x == 0) __mbarrier_init(&full, 32);
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int k = 0; k < n; k++) {
            place[threadIdx.x] = in[threadIdx.x] + k;
            __mbarrier_arrive(&full); // expect: barrier "`full`" "which arrived in the phase before"
        }
        return;
    }
    int sum = 0;
    for (int k = 0; k < n; k++) {
        while (!__mbarrier_test_wait_parity(&full, k & 1)) {}
        sum += place[63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
