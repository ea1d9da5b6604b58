// What a release and an acquire say, and of which place (PTX ISA, "Release and Acquire Patterns"): a release orders by
// the place that it writes, and acquires nothing; a fence orders by whatever its thread reads before and writes after.
// The one thread that writes data in block 0 hands it to one in block 1. Each wrong kernel beside the nearest right one.
#include <cuda/atomic>

using namespace cuda;

__device__ int data, flag, other_flag, mutex;
__device__ int cells[32];

static __device__ atomic_ref<int, thread_scope_device> at(int &word) {
    return atomic_ref<int, thread_scope_device>(word);
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_release_and_an_acquire(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_release_of_another_word(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_acquire) != 1) {}
        out[0] = data; // expect: race "`data`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_fence_before_another_word(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
        at(flag).store(1, memory_order_relaxed);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_release_and_then_the_same_word_again(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
        at(flag).store(2, memory_order_relaxed);
    } else {
        while (at(flag).load(memory_order_acquire) != 2) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_release_acquires_nothing(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_relaxed) != 1) {}
        at(other_flag).store(1, memory_order_release);
        out[0] = data; // expect: race "`data`" "orders nothing before a __threadfence()"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_fence_acquires_what_was_read_before(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_relaxed) != 1) {}
        atomic_thread_fence(memory_order_acquire, thread_scope_device);
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_lock_that_is_given_back_relaxed(const int *in, int *out, int n) {
    while (at(mutex).exchange(1, memory_order_acquire) != 0) {}
    data += in[3]; // expect: race "`data`" "nothing orders the two blocks"
    at(cells[blockIdx.x]).store(1, memory_order_release);
    at(mutex).store(0, memory_order_relaxed);
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_lock_that_is_released(const int *in, int *out, int n) {
    while (at(mutex).exchange(1, memory_order_acquire) != 0) {}
    data += in[3];
    at(cells[blockIdx.x]).store(1, memory_order_relaxed);
    at(mutex).store(0, memory_order_release);
}

// Each lane's fence is its own, but __threadfence() is fence.sc, and of two of those one comes first.
// launch: <<<2, 32>>> clean
extern "C" __global__ void the_warp_fenced_by_threadfence(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        __threadfence();
        __syncwarp();
        if (t == 0) at(flag).store(1, memory_order_relaxed);
    } else {
        if (t == 0) while (at(flag).load(memory_order_relaxed) == 0) {}
        __syncwarp();
        __threadfence();
        out[t] = cells[31 - t];
    }
}

// launch: <<<2, 32>>>
extern "C" __global__ void the_warp_fenced_by_acquire_and_release(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
        __syncwarp();
        if (t == 0) at(flag).store(1, memory_order_relaxed);
    } else {
        if (t == 0) while (at(flag).load(memory_order_acquire) == 0) {}
        __syncwarp();
        out[t] = cells[31 - t]; // expect: race "`cells`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 32>>> clean
extern "C" __global__ void one_lane_fences_for_the_warp_behind_its_barrier(const int *in, int *out, int n) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cells[t] = in[t];
        __syncwarp();
        if (t == 0) {
            atomic_thread_fence(memory_order_acq_rel, thread_scope_device);
            at(flag).store(1, memory_order_relaxed);
        }
    } else {
        if (t == 0) while (at(flag).load(memory_order_acquire) == 0) {}
        __syncwarp();
        out[t] = cells[31 - t];
    }
}

/* ---- a compare-and-swap ------------------------------------------------------------------------------------------ */

// A compare-and-swap that finds another value writes nothing, and so releases nothing.
// launch: <<<2, 1>>>
extern "C" __global__ void a_swap_that_fails_releases_nothing(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        int expected = 7;
        data = in[9];
        at(flag).compare_exchange_strong(expected, 1, memory_order_release, memory_order_relaxed);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_relaxed) == 0) {}
        if (at(flag).load(memory_order_acquire) == 0) out[0] = data; // expect: race "`data`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void a_swap_that_succeeds_releases(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        int expected = 0;
        data = in[9];
        at(flag).compare_exchange_strong(expected, 1, memory_order_release, memory_order_relaxed);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_relaxed) == 0) {}
        if (at(flag).load(memory_order_acquire) == 1) out[0] = data;
    }
}

// The fence orders by whatever its thread writes afterwards, whether the swap fails or not.
// launch: <<<2, 1>>> clean
extern "C" __global__ void a_fence_a_swap_that_fails_and_a_store(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[3];
        __threadfence();
        atomicCAS(&flag, 5, 6);
        at(other_flag).store(1, memory_order_relaxed);
    } else {
        while (at(other_flag).load(memory_order_relaxed) == 0) {}
        int found = atomicCAS(&flag, 5, 6);
        __threadfence();
        if (found == 0) out[0] = data;
    }
}

// Both take the lock; who fails tries again.
// launch: <<<2, 1>>> clean
extern "C" __global__ void a_lock_taken_by_swaps_that_may_fail(const int *in, int *out, int n) {
    for (int expected = 0;
         !at(mutex).compare_exchange_strong(expected, 1, memory_order_acq_rel, memory_order_relaxed);
         expected = 0) {}
    data += in[5];
    at(mutex).store(0, memory_order_release);
}

/* ---- a flag set plainly beside who waits for it ------------------------------------------------------------------ */

// The loop may look before the plain store, whatever it finds in this run.
// launch: <<<1, 64>>>
extern "C" __global__ void a_flag_cleared_beside_who_waits(const int *in, int *out, int n) {
    __shared__ int ready;
    atomic_ref<int, thread_scope_block> word(ready);
    if (threadIdx.x == 0) {
        ready = 0;
        data = in[4];
        word.store(1, memory_order_release);
    }
    if (threadIdx.x == 32) {
        while (word.load(memory_order_acquire) != 1) {} // expect: race "`ready`" "no __syncthreads()"
        out[0] = data;
    }
}

// launch: <<<1, 64>>> clean
extern "C" __global__ void a_flag_cleared_before_a_barrier(const int *in, int *out, int n) {
    __shared__ int ready;
    atomic_ref<int, thread_scope_block> word(ready);
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = in[4];
        word.store(1, memory_order_release);
    }
    if (threadIdx.x == 32) {
        while (word.load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void a_flag_cleared_beside_another_block(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        flag = 0;
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(flag).load(memory_order_acquire) != 1) {} // expect: race "`flag`" "nothing orders the two blocks"
        out[0] = data;
    }
}

// Who clears the flag tells by another one that it did.
// launch: <<<2, 1>>> clean
extern "C" __global__ void a_flag_cleared_before_another_flag(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        flag = 0;
        at(other_flag).store(1, memory_order_release);
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        while (at(other_flag).load(memory_order_acquire) != 1) {}
        while (at(flag).load(memory_order_acquire) != 1) {}
        out[0] = data;
    }
}

/* ---- an atomic whose old value nobody looks at ------------------------------------------------------------------- */

// The last block to start is not the last one to arrive. The counter would tell, but nobody asks it.
// launch: <<<4, 1>>>
extern "C" __global__ void the_last_block_by_its_index(const int *in, int *out, int n) {
    cells[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    atomicAdd(&flag, 1);
    if (blockIdx.x == gridDim.x - 1) {
        __threadfence();
        for (int i = 0; i < 4; i++) out[i] = cells[i]; // expect: race "`cells`" "nothing orders the two blocks"
    }
}

// launch: <<<4, 1>>> clean
extern "C" __global__ void the_last_block_by_the_counter(const int *in, int *out, int n) {
    cells[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(&flag, 1) == gridDim.x - 1) {
        __threadfence();
        for (int i = 0; i < 4; i++) out[i] = cells[i];
    }
}

// launch: <<<3, 1>>>
extern "C" __global__ void a_lock_that_is_tried_once_whatever_it_says(const int *in, int *out, int n) {
    atomicCAS(&mutex, 0, 1);
    __threadfence();
    data += in[blockIdx.x]; // expect: race "`data`" "nothing orders the two blocks"
    __threadfence();
    atomicExch(&mutex, 0);
}

// launch: <<<3, 1>>> clean
extern "C" __global__ void a_lock_that_is_tried_until_it_is_free(const int *in, int *out, int n) {
    while (atomicCAS(&mutex, 0, 1) != 0) {}
    __threadfence();
    data += in[blockIdx.x];
    __threadfence();
    atomicExch(&mutex, 0);
}

// launch: <<<1, 96>>>
extern "C" __global__ void a_lock_between_warps_that_is_tried_once(const int *in, int *out, int n) {
    __shared__ int taken, sum;
    if (threadIdx.x == 0) taken = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        atomicExch(&taken, 1);
        __threadfence_block();
        sum += in[threadIdx.x]; // expect: race "`sum`"
        __threadfence_block();
        atomicExch(&taken, 0);
    }
}

// launch: <<<2, 1>>>
extern "C" __global__ void an_acquire_whose_value_is_not_used(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        at(flag).fetch_add(0, memory_order_acquire);
        out[0] = data; // expect: race "`data`" "nothing orders the two blocks"
    }
}

// launch: <<<2, 1>>> clean
extern "C" __global__ void an_acquire_whose_value_decides(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).store(1, memory_order_release);
    } else {
        out[0] = at(flag).fetch_add(0, memory_order_acquire) == 1 ? data : -1;
    }
}

// It adds to what the first block released, and the third one observes both.
// launch: <<<3, 1>>> clean
extern "C" __global__ void an_atomic_between_a_release_and_who_waits(const int *in, int *out, int n) {
    if (blockIdx.x == 0) {
        data = in[5];
        at(flag).fetch_add(1, memory_order_release);
    } else if (blockIdx.x == 1) {
        atomicAdd(&flag, 1);
    } else {
        while (at(flag).load(memory_order_acquire) != 2) {}
        out[0] = data;
    }
}
